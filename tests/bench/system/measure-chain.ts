import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "undici";
import { firePath } from "../../../lib/api/network.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { BENCH_PLACE, BENCH_TOKEN } from "../intake/seed-intake.ts";
import { type BenchModel, serveBenchModel } from "../load/bench-model.ts";
import { startChild } from "../load/child.ts";
import { openBenchStore } from "../load/open-bench-store.ts";
import { type Figure, type Findings, quantile } from "../report/figure.ts";
import { seedChain } from "./chain.ts";

const STEPS = 5;
const RUNS = 20;
/** An event's account of the last run and its pace (protocols A3: 5 a second) are over by then: no overhead of a step. */
const BETWEEN_RUNS_MS = 500;

/** A five-step chain with a model that answers at once, beside five calls of that model by a bare client. */
export async function measureOverhead(rounds: number): Promise<Findings> {
  const [steps, bares]: number[][] = [[], []];
  const model = await serveBenchModel(0);
  using folder = temporaryFolder();
  await seedFolder(folder.path, { steps: STEPS, replicas: 1, maxConcurrentTasks: 4 });
  const system = startChild("tests/bench/system/system-process.ts", [folder.path, "", model.baseURL]);
  try {
    const { webhookURL } = await system.next<{ webhookURL: string }>();
    const pool = new Pool(webhookURL, { connections: 1 });
    await runChains(pool, RUNS);
    for (let round = 0; round < rounds; round++) {
      const bare = quantile(await bareCalls(model, RUNS), 0.5);
      const whole = quantile(await runChains(pool, RUNS), 0.5);
      bares?.push(bare);
      steps?.push(whole / STEPS - bare);
    }
    await pool.close();
  } finally {
    await system.stop();
    model.close();
  }
  return { figures: chainFigures(steps ?? [], bares ?? [], 5) };
}

/** The figures of a chain, standalone or on a cluster. */
export function chainFigures(
  steps: readonly number[],
  bares: readonly number[],
  goalMs: number,
): readonly Figure[] {
  const what = `a chain of ${STEPS} steps, one sync caller: `;
  return [
    { what: `${what}time a step beyond the model's`, unit: "ms", values: steps, goal: { atMost: goalMs } },
    { what: "the model's answer to a bare client", unit: "ms", values: bares },
  ];
}

/** Writes a chain into a data folder. */
export async function seedFolder(
  folder: string,
  chain: { readonly steps: number; readonly replicas: number; readonly maxConcurrentTasks: number },
): Promise<void> {
  const store = await openBenchStore(folder);
  await seedChain(store, { namespace: BENCH_PLACE.namespace, ...chain });
  await store.close();
}

/** Runs chains one after the other; answers how long each took, as its caller sees it. */
export async function runChains(
  pool: Pool,
  count: number,
  namespace: string = BENCH_PLACE.namespace,
): Promise<readonly number[]> {
  const tookMs: number[] = [];
  for (let run = 0; run < count; run++) {
    await sleep(BETWEEN_RUNS_MS);
    const startedAt = performance.now();
    await fireSync(pool, namespace);
    tookMs.push(performance.now() - startedAt);
  }
  return tookMs;
}

/** Fires and waits for the run to have succeeded. */
export async function fireSync(pool: Pool, namespace: string = BENCH_PLACE.namespace): Promise<void> {
  const { statusCode, body } = await pool.request({
    method: "POST",
    path: `${firePath(namespace, BENCH_PLACE.event)}?mode=sync&timeout=300s`,
    headers: { authorization: `Bearer ${BENCH_TOKEN}` },
    body: "{}",
  });
  const text = await body.text();
  if (statusCode === 200 && text.includes('"succeeded"')) return;
  throw new Error(`a run was answered ${statusCode}: ${text.slice(0, 300)}`);
}

/** Asks the model by itself, as the agent does: each call to the end of its stream. */
export async function bareCalls(model: BenchModel, count: number): Promise<readonly number[]> {
  const pool = new Pool(new URL(model.baseURL).origin, { connections: 1 });
  const tookMs: number[] = [];
  const asked = JSON.stringify({ model: "bench", stream: true, messages: [{ role: "user", content: "do" }] });
  for (let call = 0; call < count; call++) {
    const startedAt = performance.now();
    const { body } = await pool.request({ method: "POST", path: "/v1/chat/completions", body: asked });
    await body.text();
    tookMs.push(performance.now() - startedAt);
  }
  await pool.close();
  return tookMs;
}
