import type { AgentEvent } from "../../../lib/api/agent-event.ts";

/** Whether an event's next fire, as its status has it, should have begun. */
export function isSlotDue({ status }: AgentEvent, now: Date): boolean {
  return status?.nextFireAt !== undefined && Date.parse(status.nextFireAt) <= now.getTime();
}
