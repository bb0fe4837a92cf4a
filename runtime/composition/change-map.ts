import { type AgentEvent, AgentEventResource } from "../../lib/api/agent-event.ts";
import type { AgentRun } from "../../lib/api/agent-run.ts";
import type { Secret } from "../../lib/api/core-types.ts";
import { eventOfTokenSecret } from "../../lib/api/keys.ts";
import { keyOf, type ObjectKey } from "../../lib/api/object.ts";
import { EventIndex } from "../domain/event/event-index.ts";
import { hasEnded, hasPhase } from "../domain/firing/fires-of.ts";
import { RunIndex, teamIndexKey } from "../domain/firing/run-index.ts";
import type { AgentEndpoints } from "../ports/agent-endpoints.ts";
import type { CacheChange } from "../ports/cache.ts";
import type { World } from "./world.ts";

/** Queues a key of each kind. */
export type Queues = Readonly<
  Record<"event" | "run" | "team" | "service" | "agent", (key: ObjectKey) => void>
>;

/** Queues what a change of one object means for others; returns how to stop. */
export function watchChanges(world: World, endpoints: AgentEndpoints, queues: Queues): () => void {
  const stops = [
    world.runs.onChange((change) => onRun(world, queues, change)),
    world.events.onChange((change) => onEvent(world, queues, change)),
    world.teams.onChange(({ before, after }) => {
      const team = after ?? before;
      if (team === undefined) return;
      queues.team(keyOf(team));
      if (before !== undefined && after !== undefined) return;
      const { namespace, name } = team.metadata;
      // A team that appears heals the events that name it; one that goes breaks them.
      queueAll(world.events.byIndex(EventIndex.team, teamIndexKey(namespace, name)), queues.event);
    }),
    world.services.onChange(({ before, after }) => {
      const service = after ?? before;
      if (service === undefined) return;
      queues.service(keyOf(service));
      const hasAppearedOrGone = before === undefined || after === undefined;
      if (hasAppearedOrGone) queueTeamsOf(world, queues, service.metadata.namespace, service.metadata.name);
    }),
    world.agents.onChange(({ before, after }) => {
      const agent = after ?? before;
      if (agent === undefined) return;
      queues.agent(keyOf(agent));
      queueServices(world, queues, agent.metadata.namespace);
    }),
    world.secrets.onChange((change) => onSecret(queues, change)),
    endpoints.onChange((namespace, name) => {
      queues.agent({ namespace, name });
      queueServices(world, queues, namespace);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function onRun(world: World, queues: Queues, { before, after }: CacheChange<AgentRun>): void {
  const run = after ?? before;
  if (run === undefined) return;
  const { namespace } = run.metadata;
  queues.run(keyOf(run));
  queues.team({ namespace, name: run.spec.team });
  if (before !== undefined && after !== undefined && before.status?.phase === after.status?.phase) return;
  const owner = run.metadata.ownerReferences?.find(({ kind }) => kind === AgentEventResource.kind);
  const event = owner === undefined ? undefined : { namespace, name: owner.name };
  const isForbid = event !== undefined && world.events.get(event)?.spec.concurrencyPolicy === "Forbid";
  // A run that begins or ends only lets its fire leave `starting`, which has a second (protocols A5): unless others wait
  // for it, that is done with the account of the next fire, or when the event is looked at again.
  const isUrgent = before === undefined || after === undefined || isForbid;
  if (event !== undefined && isUrgent) queues.event(event);
  const isOver = after === undefined || hasEnded(after);
  if (!isOver) return;
  queueAll(world.events.byIndex(EventIndex.upstream, teamIndexKey(namespace, run.spec.team)), queues.event);
  // Under Forbid a fire or a retry waits until no other run of the event is active.
  if (owner === undefined || !isForbid) return;
  const others = world.runs.byIndex(RunIndex.active, owner.uid);
  queueAll(
    others.filter((other) => !hasPhase(other)),
    queues.run,
  );
}

/**
 * A fire that has entered `starting` starts its runs; ended runs of one that has left it, and an upstream that has been
 * handled, may become history.
 */
function onEvent(world: World, queues: Queues, { before, after }: CacheChange<AgentEvent>): void {
  const event = after ?? before;
  if (event === undefined) return;
  queues.event(keyOf(event));
  const was = before?.status?.ledger?.starting ?? [];
  const is = after?.status?.ledger?.starting ?? [];
  for (const id of without(is, was)) {
    const ofFire = world.runs.byIndex(RunIndex.fire, id);
    queueAll(ofFire.length > 0 ? ofFire : retriesOf(world, event, id), queues.run);
  }
  for (const id of without(was, is)) {
    for (const { metadata, spec } of world.runs.byIndex(RunIndex.fire, id).filter(hasEnded)) {
      queues.team({ namespace: metadata.namespace, name: spec.team });
    }
  }
  const upstream = event.spec.source.teamOutput?.name;
  if (upstream !== undefined) queues.team({ namespace: event.metadata.namespace, name: upstream });
}

function without(ids: readonly string[], others: readonly string[]): readonly string[] {
  if (ids.length === 0) return ids;
  const left = new Set(others);
  return ids.filter((id) => !left.has(id));
}

/** Under Forbid a retry enters `starting` by its uid. */
function retriesOf(world: World, event: AgentEvent, uid: string): readonly AgentRun[] {
  return world.runs.byIndex(RunIndex.active, event.metadata.uid).filter((run) => run.metadata.uid === uid);
}

function onSecret(queues: Queues, { before, after }: CacheChange<Secret>): void {
  const secret = after ?? before;
  if (secret === undefined) return;
  const { namespace, name } = secret.metadata;
  // By its name and not by its owner: a stranger's that comes or goes stands in an event's way or out of it.
  const event = eventOfTokenSecret(name);
  if (event !== undefined) queues.event({ namespace, name: event });
}

function queueTeamsOf(world: World, queues: Queues, namespace: string | undefined, service: string): void {
  for (const team of world.teams.all()) {
    const isUser = team.spec.steps.some((step) => step.service === service);
    if (isUser && team.metadata.namespace === namespace) queues.team(keyOf(team));
  }
}

function queueServices(world: World, queues: Queues, namespace: string | undefined): void {
  for (const service of world.services.all()) {
    if (service.metadata.namespace === namespace) queues.service(keyOf(service));
  }
}

function queueAll(objects: readonly Parameters<typeof keyOf>[0][], queue: (key: ObjectKey) => void): void {
  for (const object of objects) queue(keyOf(object));
}
