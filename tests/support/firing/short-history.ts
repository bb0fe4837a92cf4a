import type { AgentEvent } from "../../../lib/api/agent-event.ts";
import type { AgentRun } from "../../../lib/api/agent-run.ts";
import type { Acknowledged } from "./webhook-caller.ts";

/** Checks an event whose runs history has deleted by what is left: its counter, and what the model was asked. */
export function shortHistoryProblems(
  { metadata: { name }, spec, status }: AgentEvent,
  acknowledged: readonly Acknowledged[],
  evidence: {
    readonly unanswered: number;
    readonly calls: ReadonlyMap<string, number>;
    /** What is left of the event's runs: those that failed, and a few others. */
    readonly runs: readonly AgentRun[];
  },
): string[] {
  const { unanswered, calls, runs } = evidence;
  const failed = new Set(
    runs
      .filter((run) => run.status?.phase === "Failed")
      .map((run) => `${run.spec.input?.id}|${run.spec.team}|do`),
  );
  const own = acknowledged.filter((fire) => fire.event === name);
  const distinct = new Set(own.map((fire) => fire.taskID)).size;
  const count = status?.firedCount ?? 0;
  const isPlausible = count >= distinct && count <= distinct + unanswered;
  const unasked = own.filter(({ id }) =>
    spec.targets
      .map(({ team }) => `${id}|${team}|do`)
      .some((prompt) => !calls.has(prompt) && !failed.has(prompt)),
  );
  return [
    ...(isPlausible ? [] : [`${name}: firedCount is ${count}, ${distinct} were acknowledged`]),
    ...unasked.map(({ id }) => `${name}: the model was never asked for ${id}`),
  ];
}
