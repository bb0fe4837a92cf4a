/** Longest id of a task: what an AgentRun's status can hold. */
export const MAX_TASK_ID_LENGTH = 64;
/** Longest prompt in UTF-16 units: what a template can render. */
export const MAX_PROMPT_UNITS = 1_048_576;
/** Most bytes of a task's request: a longest prompt in which JSON escapes every character, and the rest. */
export const MAX_TASK_BODY_BYTES = 6 * MAX_PROMPT_UNITS + 4_096;
/** Most tasks that a pod remembers, running or ended; ended ones hold up to 64 KiB each. */
export const MAX_REMEMBERED_TASKS = 1_024;
/** Most readers of one task at once: the leader, a few webhook replicas with `mode=sse`, an old leader. */
export const MAX_JOINERS_PER_TASK = 32;
/** Furthest deadline, so that a wrong one can't hold memory for ever: a step's longest timeout. */
export const MAX_TASK_LIFE_MS = 86_400_000;
/** How often a silent event stream says that it is alive. */
export const HEARTBEAT_MS = 5_000;
/** Silence after which a reader takes the connection for lost: three heartbeats. */
export const SILENCE_MS = 3 * HEARTBEAT_MS;
/** Longest frame of a task's event stream in UTF-16 units: a whole output, each character escaped, and the rest. */
export const MAX_FRAME_UNITS = 6 * 65_536 + 4_096;
