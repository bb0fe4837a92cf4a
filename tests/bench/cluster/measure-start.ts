import { performance } from "node:perf_hooks";
import { AgentEventResource } from "../../../lib/api/agent-event.ts";
import { AgentRunResource } from "../../../lib/api/agent-run.ts";
import { API_VERSION } from "../../../lib/api/group.ts";
import type { Store } from "../../../runtime/ports/store.ts";
import type { ControlPlane } from "../../cluster/control-plane/control-plane.ts";
import { aRunDraft } from "../intake/a-run-body.ts";
import { type Figure, type Findings, middle } from "../report/figure.ts";
import { BenchCluster } from "./bench-cluster.ts";
import { startOperator } from "./with-operator.ts";

/** Events, and as many runs; the first is for none. */
const SIZES = [0, 1_000, 10_000];
const GOAL_S = 3;
const WRITERS = 32;

/** From the start of an operator's process to its readiness, with nothing, with some and with much to read. */
export async function measureClusterStart(plane: ControlPlane, rounds: number): Promise<Findings> {
  const cluster = await BenchCluster.make(plane);
  const figures: Figure[] = [];
  let there = 0;
  for (const size of SIZES) {
    await cluster.withStore((store) => fill(store, { namespace: cluster.namespace, from: there, to: size }));
    there = size;
    figures.push({
      what: `from start to ready, ${size} events and ${size} runs`,
      unit: "s",
      values: await starts(cluster, rounds),
      ...(size === SIZES.at(-1) ? { goal: { atMost: GOAL_S } } : {}),
    });
  }
  const points = SIZES.map((size, index) => [Math.max(1, size), medianOf(figures[index])] as const);
  const title = "Start of an operator";
  const plot = { title, x: "events, and as many runs", y: "s to ready", series: [{ name: "start", points }] };
  return { figures, plots: [plot] };
}

function medianOf(figure: Figure | undefined): number {
  return figure === undefined ? Number.NaN : middle(figure);
}

type Range = { readonly namespace: string; readonly from: number; readonly to: number };

/** Events whose time does not come and which are suspended, and runs of no team. */
async function fill(store: Store, { namespace, from, to }: Range): Promise<void> {
  let next = from;
  const write = async () => {
    for (let index = next++; index < to; index = next++) {
      await store.create(AgentRunResource, aRunDraft(namespace));
      await store.create(AgentEventResource, {
        apiVersion: API_VERSION,
        kind: "AgentEvent",
        metadata: { namespace, name: `far-${index}` },
        spec: {
          source: { type: "cron", cron: "0 9 29 2 *" },
          targets: [{ team: "nobody" }],
          concurrencyPolicy: "Allow",
          suspended: true,
        },
      });
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
}

/** The first start fills the compile cache, as that of an image's first container does, and is not counted. */
async function starts(cluster: BenchCluster, rounds: number): Promise<readonly number[]> {
  const tookS: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const startedAt = performance.now();
    const replica = await startOperator(cluster, "http://127.0.0.1:9/v1");
    await replica.untilReady();
    if (round > 0) tookS.push((performance.now() - startedAt) / 1_000);
    await replica.stop();
  }
  return tookS;
}
