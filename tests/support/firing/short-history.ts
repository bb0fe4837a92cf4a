import type { AgentEvent } from "../../../lib/api/agent-event.ts";
import type { Acknowledged } from "./webhook-caller.ts";

/** Checks an event whose runs history has deleted by what is left: its counter, and what the model was asked. */
export function shortHistoryProblems(
  { metadata: { name }, spec, status }: AgentEvent,
  acknowledged: readonly Acknowledged[],
  unanswered: number,
  calls: ReadonlyMap<string, number>,
): string[] {
  const own = acknowledged.filter((fire) => fire.event === name);
  const distinct = new Set(own.map((fire) => fire.taskID)).size;
  const count = status?.firedCount ?? 0;
  const isPlausible = count >= distinct && count <= distinct + unanswered;
  const unasked = own.filter(({ id }) =>
    spec.targets.some(({ team }) => (calls.get(`${id}|${team}|do`) ?? 0) === 0),
  );
  return [
    ...(isPlausible ? [] : [`${name}: firedCount is ${count}, ${distinct} were acknowledged`]),
    ...unasked.map(({ id }) => `${name}: the model was never asked for ${id}`),
  ];
}
