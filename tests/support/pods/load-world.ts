import { cronSource, upstreamSource } from "../builders/an-event.ts";
import { CountingProvider } from "../firing/counting-provider.ts";
import { type EventPlan, eventDraft, serviceDraft, teamDraft } from "../firing/fire-world.ts";
import { PodDesk } from "./pod-desk.ts";

/** The agent that does all of the work, with two pods. */
export const LOADED_AGENT = "worker";
/** Long enough for runs to meet, and for pods to be killed with work in their hands. */
const ANSWER_MS = 150;
/** A step may wait for as long as everything is away; a pod that drains waits no longer than this. */
const STEP_SECONDS = 300;

const webhook = { type: "webhook" } as const;
const everyMinute = cronSource("* * * * *");

/** Events of every source, most of them upstream of others; each is on teams of its own, whose history is kept. */
const PLANS: readonly EventPlan[] = [
  { name: "hook-1", source: webhook, targets: ["hook-1-a", "hook-1-b"] },
  { name: "hook-2", source: webhook, targets: ["hook-2-a"] },
  { name: "hook-3", source: webhook, targets: ["hook-3-a"] },
  { name: "hook-4", source: webhook, targets: ["hook-4-a"] },
  { name: "hook-forbid", source: webhook, targets: ["hook-forbid-a"], isForbid: true },
  { name: "cron", source: everyMinute, targets: ["cron-a", "cron-b"] },
  { name: "cron-forbid", source: everyMinute, targets: ["cron-forbid-b"], isForbid: true },
  { name: "after-1", source: upstreamSource("*", "hook-1-a"), targets: ["after-1-a"] },
  { name: "after-that", source: upstreamSource("Succeeded", "after-1-a"), targets: ["after-that-a"] },
  { name: "after-2", source: upstreamSource("Succeeded", "hook-2-a"), targets: ["after-2-a"] },
  { name: "after-failure", source: upstreamSource("Failed", "hook-2-a"), targets: ["after-failure-a"] },
  { name: "after-4", source: upstreamSource("*", "hook-4-a"), targets: ["after-4-a"] },
  {
    name: "after-forbid",
    source: upstreamSource("*", "hook-3-a"),
    targets: ["after-forbid-a"],
    isForbid: true,
  },
];

const namesOf = (type: EventPlan["source"]["type"]) =>
  PLANS.filter(({ source }) => source.type === type).map(({ name }) => name);

/** The events that callers fire. */
export const LOADED_WEBHOOKS = namesOf("webhook");
/** The events that fire by the clock, for as long as nobody suspends them. */
export const LOADED_SCHEDULES = namesOf("cron");

/** Applies all of it and waits until there are pods to do the work; answers the provider that they ask. */
export async function makeLoadWorld(desk: PodDesk, hostname: string): Promise<CountingProvider> {
  const provider = await CountingProvider.start({ hostname, answerMs: ANSWER_MS });
  const spec = { provider: { baseURL: provider.baseURL }, replicas: 2, maxConcurrentTasks: 64 };
  const teams = PLANS.flatMap(({ targets }) => targets).map((team) => teamDraft(team, STEP_SECONDS));
  const drafts = [serviceDraft(), ...teams, ...PLANS.map(eventDraft)];
  // Their namespace is another's: whoever applies them says where they go.
  const objects = drafts.map(({ metadata: { namespace: _, ...metadata }, ...rest }) => ({
    ...rest,
    metadata,
  }));
  await desk.place.apply({ objects: [PodDesk.agent(LOADED_AGENT, spec), ...objects] });
  await desk.untilReady(LOADED_AGENT, 2);
  return provider;
}
