import { AgentReason, EventReason, ServiceReason, TeamReason } from "../api/reason.ts";
import type { Alert, AlertGroup } from "./alert.ts";

/** Finds objects of a kind whose Ready condition has none of the reasons that people mean to see. */
function notReady(kind: string, meant: readonly string[]): string {
  return `max by (namespace, reason) (tocsin_objects{kind="${kind}",reason!~"${meant.join("|")}"}) > 0`;
}

const shared = { for: "15m", severity: "warning" } as const satisfies Partial<Alert>;

/** What is wrong with what teams have declared, or with their agents. */
export const resourceAlerts: AlertGroup = {
  name: "tocsin.resources",
  alerts: [
    {
      ...shared,
      name: "TocsinAgentNotReady",
      expr: notReady("Agent", [AgentReason.ready, AgentReason.scaledToZero]),
      summary: "{{ $value }} agents have no pod that answers sensibly: {{ $labels.reason }}.",
      description:
        "Steps that need them wait, and fail when their time is up, unless another agent does the same.",
      section: "an-agent-is-not-ready",
    },
    {
      ...shared,
      name: "TocsinAgentPodNotReady",
      expr: 'max by (namespace, agent) (tocsin_agent_pods{ready="false"}) > 0',
      summary: "{{ $value }} pods of the agent {{ $labels.agent }} get no tasks.",
      description:
        "Its model answers wrongly or not at all, or the pods do not start. The others do its work.",
      section: "an-agent-is-not-ready",
    },
    {
      ...shared,
      name: "TocsinServiceNotReady",
      expr: notReady("AgentService", [ServiceReason.ready]),
      summary: "{{ $value }} AgentServices route to nobody: {{ $labels.reason }}.",
      description: "Steps that ask for them wait, and fail when their time is up.",
      section: "an-agentservice-is-not-ready",
    },
    {
      ...shared,
      name: "TocsinTeamNotReady",
      expr: notReady("AgentTeam", [TeamReason.valid]),
      summary: "{{ $value }} teams can't run as they are declared: {{ $labels.reason }}.",
      description: "Whatever fires them fails, or their runs do.",
      section: "a-team-is-not-ready",
    },
    {
      ...shared,
      name: "TocsinEventNotReady",
      expr: notReady("AgentEvent", [EventReason.active, EventReason.suspended]),
      summary: "{{ $value }} events can't fire as they are declared: {{ $labels.reason }}.",
      description: "Their schedules pass by, their webhooks are refused.",
      section: "an-event-is-not-ready",
    },
  ],
};
