import type { Condition } from "../../lib/api/condition.ts";
import { type KubeObject, keyOf, keyText } from "../../lib/api/object.ts";
import { ConditionType } from "../../lib/api/reason.ts";
import type { Cache } from "../ports/cache.ts";
import { Metric, type Metrics, type MetricValue } from "../ports/metrics.ts";
import type { World } from "./world.ts";

/** The caches that are counted. */
export type MeasuredWorld = Pick<World, "agents" | "services" | "teams" | "events" | "runs">;

type Judged = KubeObject & {
  readonly status?: { readonly conditions?: readonly Condition[] | undefined } | undefined;
};

/** A run that has been stored and not been looked at yet (protocols A1 to A3). */
const STORED = "Pending";

/**
 * Sets the gauges of what exists: runs by phase, objects by why they are ready or not, and each Agent's pods. Every
 * replica knows them, so a dashboard takes the maximum and not the sum.
 */
export function measureWorld(world: MeasuredWorld, metrics: Metrics): void {
  const phases = countBy(world.runs.all(), ({ status }) => status?.phase ?? STORED);
  metrics.replace(Metric.runs, valuesOf(phases, "phase"));
  const { agents, services, teams, events } = world;
  metrics.replace(Metric.objects, [
    ...byReason("Agent", agents),
    ...byReason("AgentService", services),
    ...byReason("AgentTeam", teams),
    ...byReason("AgentEvent", events),
  ]);
  metrics.replace(
    Metric.agentPods,
    [...agents.all()].flatMap((agent): MetricValue[] => {
      const { replicas = 0, readyReplicas = 0 } = agent.status ?? {};
      const pods = (ready: string, value: number) => ({
        labels: { agent: keyText(keyOf(agent)), ready },
        value,
      });
      return [pods("true", readyReplicas), pods("false", Math.max(0, replicas - readyReplicas))];
    }),
  );
}

function byReason(kind: string, objects: Cache<Judged>): MetricValue[] {
  const reasons = countBy(objects.all(), reasonOf);
  return valuesOf(reasons, "reason").map(({ labels, value }) => ({ labels: { kind, ...labels }, value }));
}

/** What has no condition yet was made while nobody led. */
function reasonOf({ status }: Judged): string {
  return status?.conditions?.find(({ type }) => type === ConditionType.ready)?.reason ?? "Unknown";
}

function countBy<T>(things: Iterable<T>, keyIn: (thing: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const thing of things) counts.set(keyIn(thing), (counts.get(keyIn(thing)) ?? 0) + 1);
  return counts;
}

function valuesOf(counts: ReadonlyMap<string, number>, label: string): MetricValue[] {
  return [...counts].map(([key, value]) => ({ labels: { [label]: key }, value }));
}
