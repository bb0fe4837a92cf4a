import { performance } from "node:perf_hooks";
import { Pool } from "undici";
import { AgentEventResource } from "../../../lib/api/agent-event.ts";
import { AgentRunResource } from "../../../lib/api/agent-run.ts";
import type { ControlPlane } from "../../cluster/control-plane/control-plane.ts";
import { OperatorReplica } from "../../support/operator/operator-replica.ts";
import { aRunDraft } from "../intake/a-run-body.ts";
import { type BenchModel, serveBenchModel } from "../load/bench-model.ts";
import { type Findings, quantile } from "../report/figure.ts";
import { seedChain } from "../system/chain.ts";
import { bareCalls, chainFigures, fireSync, runChains } from "../system/measure-chain.ts";
import { BenchCluster } from "./bench-cluster.ts";

const STEPS = 5;
const RUNS = 15;
const CALLERS = 16;
const WHOLE_RUNS = 300;
const BARE_MS = 5_000;
const MANY = 10_000;

/** A chain of five steps on an operator, with agents in its process and a model that answers at once. */
export async function measureClusterOverhead(plane: ControlPlane, rounds: number): Promise<Findings> {
  const [steps, bares]: number[][] = [[], []];
  await withOperator(plane, { steps: STEPS }, async ({ pool, model, cluster }) => {
    await runChains(pool, 5, cluster.namespace);
    for (let round = 0; round < rounds; round++) {
      const bare = quantile(await bareCalls(model, RUNS), 0.5);
      bares?.push(bare);
      steps?.push(quantile(await runChains(pool, RUNS, cluster.namespace), 0.5) / STEPS - bare);
    }
  });
  return { figures: chainFigures(steps ?? [], bares ?? [], 25) };
}

/** From POST to the end of a one-step run, beside a bare client that makes as many writes. */
export async function measureWholeWay(plane: ControlPlane, rounds: number): Promise<Findings> {
  const [ratios, rates, writesEach]: number[][] = [[], [], []];
  await withOperator(plane, { steps: 1 }, async ({ pool, cluster }) => {
    await fireMany(pool, 30, cluster.namespace);
    for (let round = 0; round < rounds; round++) {
      const { perSecond } = await cluster.bareCreates(CALLERS, BARE_MS);
      const before = await cluster.writes();
      const tookMs = await fireMany(pool, WHOLE_RUNS, cluster.namespace);
      const writes = (await cluster.writes()) - before;
      ratios?.push(((writes / perSecond) * 1_000) / tookMs);
      rates?.push(WHOLE_RUNS / (tookMs / 1_000));
      writesEach?.push(writes / WHOLE_RUNS);
    }
  });
  return {
    figures: [
      {
        what: "the whole way ÷ a bare client with as many writes",
        unit: "×",
        values: ratios ?? [],
        goal: { atLeast: 0.7 },
      },
      { what: `one-step runs a second, ${CALLERS} callers that wait`, unit: "/s", values: rates ?? [] },
      { what: "writes that a run takes, Events included", unit: "×", values: writesEach ?? [] },
    ],
  };
}

/** From the start of an operator to its readiness, with nothing and with much to read. */
export async function measureClusterStart(plane: ControlPlane, rounds: number): Promise<Findings> {
  const cluster = await BenchCluster.make(plane);
  const empty = await starts(cluster, rounds);
  await cluster.write(async (store) => {
    const { namespace } = cluster;
    let left = MANY;
    const create = async () => {
      for (let index = left--; index > 0; index = left--) {
        await store.create(AgentRunResource, aRunDraft(namespace));
        await store.create(AgentEventResource, {
          apiVersion: "tocsin.dev/v1alpha1",
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
    await Promise.all(Array.from({ length: CALLERS }, create));
  });
  const many = await starts(cluster, rounds);
  return {
    figures: [
      {
        what: `from start to ready, ${MANY} events and ${MANY} runs`,
        unit: "s",
        values: many,
        goal: { atMost: 3 },
      },
      { what: "from start to ready, empty", unit: "s", values: empty },
    ],
  };
}

async function starts(cluster: BenchCluster, rounds: number): Promise<readonly number[]> {
  const tookS: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    const replica = await operator(cluster, "http://127.0.0.1:9/v1");
    await replica.untilReady();
    tookS.push((performance.now() - startedAt) / 1_000);
    await replica.stop();
  }
  return tookS;
}

type Running = { readonly pool: Pool; readonly model: BenchModel; readonly cluster: BenchCluster };

async function withOperator(
  plane: ControlPlane,
  chain: { readonly steps: number },
  work: (running: Running) => Promise<void>,
): Promise<void> {
  const cluster = await BenchCluster.make(plane);
  const { namespace } = cluster;
  const plan = { namespace, replicas: 1, maxConcurrentTasks: 100, ...chain };
  await cluster.write((store) => seedChain(store, plan));
  const model = await serveBenchModel(0);
  const replica = await operator(cluster, model.baseURL);
  const pool = new Pool(replica.webhookURL, { connections: CALLERS });
  try {
    await replica.untilReady();
    await replica.untilLeading();
    await work({ pool, model, cluster });
  } finally {
    await pool.close();
    await replica.stop();
    model.close();
  }
}

function operator(cluster: BenchCluster, providerURL: string): Promise<OperatorReplica> {
  const { plane, namespace } = cluster;
  const env = {
    TOCSIN_WATCH_NAMESPACES: namespace,
    TOCSIN_NAMESPACE: namespace,
    TOCSIN_AGENTS: "local",
    OPENAI_BASE_URL: providerURL,
    OPENAI_API_KEY: "none",
  };
  return OperatorReplica.start({ kubeconfig: plane.kubeconfig, identity: "bench", env });
}

/** Milliseconds until so many runs have ended, each asked for by a caller that waits for it. */
async function fireMany(pool: Pool, count: number, namespace: string): Promise<number> {
  let left = count;
  const startedAt = performance.now();
  const caller = async () => {
    while (left-- > 0) await fireSync(pool, namespace);
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return performance.now() - startedAt;
}
