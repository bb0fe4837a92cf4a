import type { Agent } from "../../../lib/api/agent.ts";
import { AgentResource } from "../../../lib/api/agent.ts";
import { type AgentEvent, AgentEventResource, type AgentEventSpec } from "../../../lib/api/agent-event.ts";
import { type AgentService, AgentServiceResource } from "../../../lib/api/agent-service.ts";
import { type AgentTeam, AgentTeamResource } from "../../../lib/api/agent-team.ts";
import { API_VERSION } from "../../../lib/api/group.ts";
import type { Draft } from "../../../lib/api/object.ts";
import type { Store } from "../../../runtime/ports/store.ts";
import { cronSource, upstreamSource } from "../builders/an-event.ts";

/** What the events of a firing test are: their names say what they do. */
export type EventPlan = {
  readonly name: string;
  readonly source: AgentEventSpec["source"];
  readonly targets: readonly string[];
  readonly isForbid?: boolean;
};

const NAMESPACE = "default";
/** A day: longer than any test and any jump of its clock. */
const LONG_SECONDS = 86_400;
/** History keeps everything where evidence is wanted. */
const KEEP_ALL = { succeeded: 1_000, failed: 1_000 };
/** Of teams with this prefix next to no success is kept. */
export const SHORT_PREFIX = "short";

/** Makes an agent, its service, the events and the teams that they name. */
export async function makeFireWorld(store: Store, events: readonly EventPlan[]): Promise<void> {
  await store.create(AgentResource, agentDraft());
  await store.create(AgentServiceResource, serviceDraft());
  const teams = new Set(events.flatMap((event) => event.targets));
  for (const team of teams) await store.create(AgentTeamResource, teamDraft(team));
  for (const event of events) await store.create(AgentEventResource, eventDraft(event));
}

/** Events of every source and policy, on teams of their own; `hook-*` are webhooks. */
export function everySource(webhooks: number): readonly EventPlan[] {
  const plans: EventPlan[] = [];
  for (let index = 1; index <= webhooks; index++) {
    plans.push({
      name: `hook-${index}`,
      source: { type: "webhook" },
      targets: [`hook-${index}-a`, `hook-${index}-b`],
    });
  }
  return [
    ...plans,
    ...["1", "2"].map((number) => ({
      name: `hook-forbid-${number}`,
      source: { type: "webhook" as const },
      targets: [`forbid-${number}-a`, `forbid-${number}-b`],
      isForbid: true,
    })),
    { name: "hook-short", source: { type: "webhook" }, targets: [`${SHORT_PREFIX}-a`, `${SHORT_PREFIX}-b`] },
    { name: "cron-allow", source: cronSource("* * * * *"), targets: ["cron-allow-a", "cron-allow-b"] },
    {
      name: "cron-forbid",
      source: cronSource("* * * * *"),
      targets: ["cron-forbid-a", "cron-forbid-b"],
      isForbid: true,
    },
    { name: "after-success", source: upstreamSource("Succeeded", "hook-1-a"), targets: ["after-success-a"] },
    {
      name: "after-that",
      source: upstreamSource("Succeeded", "after-success-a"),
      targets: ["after-that-a", "after-that-b"],
    },
    { name: "after-failure", source: upstreamSource("Failed", "hook-2-a"), targets: ["after-failure-a"] },
    { name: "after-any", source: upstreamSource("*", "hook-2-b"), targets: ["after-any-a"] },
    {
      name: "after-forbid",
      source: upstreamSource("*", "hook-2-a"),
      targets: ["after-forbid-a"],
      isForbid: true,
    },
  ];
}

function agentDraft(): Draft<Agent> {
  return {
    apiVersion: API_VERSION,
    kind: "Agent",
    metadata: { name: "worker", namespace: NAMESPACE, labels: { does: "work" } },
    spec: {
      model: "m",
      replicas: 2,
      maxConcurrentTasks: 64,
      livenessProbe: { type: "ping", intervalSeconds: 60 },
    },
  };
}

/** The service that every step of a firing test names. */
export function serviceDraft(): Draft<AgentService> {
  return {
    apiVersion: API_VERSION,
    kind: "AgentService",
    metadata: { name: "work", namespace: NAMESPACE },
    spec: { selector: { matchLabels: { does: "work" } } },
  };
}

/** Teams ending in `-a` have one step, the others two: prompts say which run and step they are of. */
export function teamDraft(name: string, timeoutSeconds = LONG_SECONDS): Draft<AgentTeam> {
  const step = (step: string) => ({
    name: step,
    service: "work",
    prompt: `{{ .input.id }}|${name}|${step}`,
    timeoutSeconds,
    retries: 0,
  });
  const steps = name.endsWith("-a") ? [step("do")] : [step("do"), { ...step("check"), dependsOn: ["do"] }];
  return {
    apiVersion: API_VERSION,
    kind: "AgentTeam",
    metadata: { name, namespace: NAMESPACE },
    spec: {
      steps,
      timeoutSeconds,
      runHistoryLimit: name.startsWith(SHORT_PREFIX) ? { succeeded: 2, failed: 1_000 } : KEEP_ALL,
    },
  };
}

/** An event as it is planned, whose prompts tell its fires apart. */
export function eventDraft({ name, source, targets, isForbid = false }: EventPlan): Draft<AgentEvent> {
  return {
    apiVersion: API_VERSION,
    kind: "AgentEvent",
    metadata: { name, namespace: NAMESPACE },
    spec: {
      source,
      targets: targets.map((team) => ({ team, input: { id: idTemplate(source.type) } })),
      concurrencyPolicy: isForbid ? "Forbid" : "Allow",
      suspended: false,
    },
  };
}

/** Tells the fires of an event apart in prompts, and so in what the model is asked. */
function idTemplate(type: AgentEventSpec["source"]["type"]): string {
  if (type === "webhook") return "{{ .trigger.body.id }}";
  if (type === "cron") return "{{ .trigger.name }}@{{ .trigger.firedAt }}";
  return "{{ .trigger.name }}@{{ .trigger.firedAt }} {{ .trigger.output }}";
}
