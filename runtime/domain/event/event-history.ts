import type { AgentEvent } from "../../../lib/api/agent-event.ts";
import { ConditionType, EventReason } from "../../../lib/api/reason.ts";
import { findCondition } from "../condition/set-condition.ts";
import { upstreamText } from "./plan-upstream.ts";

/** A change of an event that people are told of. */
export type EventTurn = "suspended" | "resumed" | undefined;

/** Whether no status has been written for an event. */
export function isNew(event: AgentEvent): boolean {
  return event.status?.observedGeneration === undefined;
}

/** Whether the last status says that an event was suspended or invalid. */
export function wasPaused(event: AgentEvent): boolean {
  return readiness(event)?.status === "False";
}

/** Whether the source's cursor is set afresh: the source changed, or the event was resumed or made valid. */
export function startsAfresh(event: AgentEvent, isPaused: boolean): boolean {
  if (isNew(event)) return false;
  const { source } = event.spec;
  const { schedule, upstream } = event.status?.ledger ?? {};
  const isResumed = wasPaused(event) && !isPaused;
  if (source.cron !== undefined) return isResumed || schedule !== source.cron;
  if (source.teamOutput === undefined) return false;
  return isResumed || upstream !== upstreamText(source.teamOutput.name, source.teamOutput.onPhase);
}

/** Whether an event has been suspended or resumed since its last status. */
export function turnOf(event: AgentEvent): EventTurn {
  const wasSuspended = readiness(event)?.reason === EventReason.suspended;
  if (event.spec.suspended === wasSuspended) return undefined;
  return wasSuspended ? "resumed" : "suspended";
}

function readiness(event: AgentEvent) {
  return findCondition(event.status?.conditions, ConditionType.ready);
}
