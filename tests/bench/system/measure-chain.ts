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
import type { Standing } from "./system-process.ts";

const STEPS = 5;
const RUNS = 20;
/** Longer than an event's pace (protocols A3: 5 a second), which is no overhead of a step. */
const BETWEEN_RUNS_MS = 250;
const MANY = 5_000;
const MODEL_MS = 20_000;

/** A five-step chain with a model that answers at once, beside five calls of that model by a bare client. */
export async function measureOverhead(rounds: number): Promise<Findings> {
  const [steps, bares]: number[][] = [[], []];
  const model = await serveBenchModel(0);
  using folder = temporaryFolder();
  await seeded(folder.path, { steps: STEPS, replicas: 1, maxConcurrentTasks: 4 });
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

/** Many runs in flight at once with a model that takes its time. */
export async function measureMany(): Promise<Findings> {
  const model = await serveBenchModel(MODEL_MS);
  using folder = temporaryFolder();
  await seeded(folder.path, { steps: 1, replicas: 6, maxConcurrentTasks: 1_000 });
  const system = startChild("tests/bench/system/system-process.ts", [folder.path, "", model.baseURL]);
  try {
    const { webhookURL } = await system.next<{ webhookURL: string }>();
    const pool = new Pool(webhookURL, { connections: MANY, headersTimeout: 0, bodyTimeout: 0 });
    await runChains(pool, 1).catch(() => undefined);
    system.tell({ ask: true });
    await system.next();
    let isOver = false;
    let [delayMs, residentMB] = [0, 0];
    const watch = (async () => {
      while (!isOver) {
        await sleep(500);
        system.tell({ ask: true });
        const standing = await system.next<Standing>();
        delayMs = Math.max(delayMs, standing.loopDelayP99Ms);
        residentMB = Math.max(residentMB, standing.residentMB);
      }
    })();
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: MANY }, () => fireSync(pool)));
    const tookS = (performance.now() - startedAt) / 1_000;
    isOver = true;
    await watch;
    await pool.close();
    const goalS = (MODEL_MS / 1_000) * 1.2;
    return {
      figures: [
        {
          what: `${MANY} runs at once, a model of 20 s: all done`,
          unit: "s",
          values: [tookS],
          goal: { atMost: goalS },
        },
        {
          what: "event-loop delay, highest p99 of half a second",
          unit: "ms",
          values: [delayMs],
          goal: { atMost: 50 },
        },
        { what: "resident memory, highest", unit: "MB", values: [residentMB], goal: { atMost: 600 } },
      ],
    };
  } finally {
    await system.stop();
    model.close();
  }
}

async function seeded(
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
