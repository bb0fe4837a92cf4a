import { MAX_PROMPT_UNITS, MAX_TASK_ID_LENGTH } from "./task-limits.ts";

/** The body of `POST /tasks`. */
export type TaskRequest = {
  readonly id: string;
  readonly prompt: string;
  readonly deadline: Date;
  /** The pod that the sender means; another one must not take the task. */
  readonly podUID: string;
};

/** What is wrong with a task's request, as a sentence for its sender. */
export type TaskRequestFlaw = { readonly flaw: string };

/** An id has to survive a path segment and a log line as it is. */
const TASK_ID = new RegExp(`^[A-Za-z0-9][A-Za-z0-9._-]{0,${MAX_TASK_ID_LENGTH - 1}}$`);

/** Whether this can be the id of a task. */
export function isTaskID(text: string): boolean {
  return TASK_ID.test(text);
}

/** What is wrong with a task itself, whichever way it comes; undefined where nothing is. */
export function taskFlaw({
  id,
  prompt,
}: {
  readonly id: unknown;
  readonly prompt: unknown;
}): string | undefined {
  if (typeof id !== "string" || !isTaskID(id))
    return `id has to be 1 to ${MAX_TASK_ID_LENGTH} of A-Z a-z 0-9 . _ -`;
  if (typeof prompt !== "string" || prompt.length > MAX_PROMPT_UNITS)
    return `prompt has to be text of at most ${MAX_PROMPT_UNITS} characters`;
  return undefined;
}

/** Reads the body of `POST /tasks`. */
export function parseTaskRequest(body: string): TaskRequest | TaskRequestFlaw {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return { flaw: "the body is not JSON" };
  }
  if (typeof value !== "object" || value === null) return { flaw: "the body is not a JSON object" };
  const { id, prompt, deadline, podUID } = value as Record<string, unknown>;
  const flaw = taskFlaw({ id, prompt });
  if (flaw !== undefined) return { flaw };
  if (typeof podUID !== "string" || podUID === "")
    return { flaw: "podUID has to be the uid of the pod meant" };
  const instant = typeof deadline === "string" ? new Date(deadline) : undefined;
  if (instant === undefined || Number.isNaN(instant.getTime()))
    return { flaw: "deadline has to be an RFC 3339 date-time" };
  return { id: id as string, prompt: prompt as string, deadline: instant, podUID };
}
