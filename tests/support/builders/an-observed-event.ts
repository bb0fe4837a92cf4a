import type { AgentEvent } from "../../../lib/api/agent-event.ts";
import { CronerSchedules } from "../../../runtime/adapters/croner/croner-schedules.ts";
import type { ObservedEvent } from "../../../runtime/domain/event/observed-event.ts";
import type { EventPlan } from "../../../runtime/domain/event/plan-event.ts";

const schedules = new CronerSchedules();

/** An event whose teams exist and whose token is good, without runs, unless told otherwise. */
export function observe(event: AgentEvent, parts: Partial<ObservedEvent> = {}): ObservedEvent {
  return {
    event,
    runs: [],
    hasTeam: () => true,
    parseSchedule: (expression) => schedules.parse(expression),
    upstreamRuns: [],
    token: { secretName: `${event.metadata.name}-webhook-token`, state: "good" },
    isBehind: false,
    settings: { webhookBaseURL: "http://tocsin.test:8092", maxChainLoops: 0 },
    ...parts,
  };
}

/** The event as it is once a plan's status has been written. */
export function written(event: AgentEvent, plan: Pick<EventPlan, "status">): AgentEvent {
  return { ...event, status: plan.status };
}
