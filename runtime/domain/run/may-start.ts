import type { AgentEvent } from "../../../lib/api/agent-event.ts";
import type { AgentRun } from "../../../lib/api/agent-run.ts";
import { hasEnded, hasPhase, isOfAFire } from "../firing/fires-of.ts";

/**
 * Whether a run without a phase may begin (protocols A4): a run of a fire only once its fire is accounted, that is,
 * in its event's `starting`; a retry of a Forbid event's run only while no other run of the event is active; a run
 * started by hand at once.
 */
export function mayStart(
  run: AgentRun,
  event: AgentEvent | undefined,
  runsOfEvent: readonly AgentRun[],
): boolean {
  if (isOfAFire(run)) {
    const { fireID = "" } = run.spec.trigger;
    return event?.status?.ledger?.starting?.includes(fireID) ?? false;
  }
  if (run.spec.retryOf === undefined || event?.spec.concurrencyPolicy !== "Forbid") return true;
  const starting = event.status?.ledger?.starting ?? [];
  return !runsOfEvent.some((other) => {
    if (other.metadata.uid === run.metadata.uid || hasEnded(other)) return false;
    return hasPhase(other) || starting.includes(other.spec.trigger.fireID ?? "");
  });
}
