import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "undici";
import { firePath } from "../../../lib/api/network.ts";
import { Metric } from "../../../runtime/ports/metrics.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { BENCH_PLACE, BENCH_TOKEN } from "../intake/seed-intake.ts";
import { serveBenchModel } from "../load/bench-model.ts";
import { type Child, startChild } from "../load/child.ts";
import type { Findings } from "../report/figure.ts";
import { seedFolder } from "./measure-chain.ts";
import type { Standing } from "./system-process.ts";

const MANY = 5_000;
const MODEL_MS = 20_000;
/** The goal: the model's time and a fifth. */
const GOAL_S = (MODEL_MS / 1_000) * 1.2;
/** Callers that fire the runs, each as soon as its last call is answered. */
const CALLERS = 64;
const POLL_MS = 500;
const LIMIT_MS = 180_000;

/** Many runs in flight at once with a model that takes its time. */
export async function measureMany(): Promise<Findings> {
  const model = await serveBenchModel(MODEL_MS);
  using folder = temporaryFolder();
  await seedFolder(folder.path, { steps: 1, replicas: 6, maxConcurrentTasks: 1_000 });
  const system = startChild("tests/bench/system/system-process.ts", [folder.path, "", model.baseURL]);
  try {
    const { webhookURL, metricsURL } = await system.next<{ webhookURL: string; metricsURL: string }>();
    await fireMany(webhookURL, 1);
    await untilEnded(metricsURL, 1);
    await ask(system);
    system.tell({ begin: true });
    const startedAt = performance.now();
    let firedS = 0;
    const work = fireMany(webhookURL, MANY).then(() => {
      firedS = (performance.now() - startedAt) / 1_000;
      return untilEnded(metricsURL, MANY + 1);
    });
    const { delayMs, worstDelayMs, residentMB } = await highest(system, work);
    const tookS = (performance.now() - startedAt) / 1_000;
    const what = `${MANY} runs at once, a model of ${MODEL_MS / 1_000} s: `;
    return {
      figures: [
        { what: `${what}all done`, unit: "s", values: [tookS], goal: { atMost: GOAL_S } },
        { what: `${what}all fires acknowledged`, unit: "s", values: [firedS] },
        {
          what: "event-loop delay, p99 until all are done",
          unit: "ms",
          values: [delayMs],
          goal: { atMost: 50 },
        },
        { what: "event-loop delay, highest p99 of half a second", unit: "ms", values: [worstDelayMs] },
        { what: "resident memory, highest", unit: "MB", values: [residentMB], goal: { atMost: 600 } },
      ],
    };
  } finally {
    await system.stop();
    model.close();
  }
}

async function fireMany(webhookURL: string, count: number): Promise<void> {
  const pool = new Pool(webhookURL, { connections: CALLERS });
  let left = count;
  const caller = async () => {
    while (left-- > 0) {
      const { statusCode, body } = await pool.request({
        method: "POST",
        path: firePath(BENCH_PLACE.namespace, BENCH_PLACE.event),
        headers: { authorization: `Bearer ${BENCH_TOKEN}` },
        body: "{}",
      });
      const text = await body.text();
      if (statusCode !== 202) throw new Error(`a fire was answered ${statusCode}: ${text.slice(0, 300)}`);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  await pool.close();
}

/** Resolves once so many runs have succeeded by the system's own count. */
async function untilEnded(metricsURL: string, count: number): Promise<void> {
  const counted = new RegExp(`^${Metric.runDurationSeconds}_count\\{.*phase="Succeeded".*\\} (\\d+)$`, "gm");
  const endsAt = performance.now() + LIMIT_MS;
  let ended = 0;
  while (performance.now() < endsAt) {
    const text = await (await fetch(`${metricsURL}/metrics`)).text();
    ended = [...text.matchAll(counted)].reduce((sum, [, runs]) => sum + Number(runs), 0);
    if (ended >= count) return;
    await sleep(POLL_MS);
  }
  throw new Error(`only ${ended} of ${count} runs succeeded within ${LIMIT_MS / 1_000} s`);
}

/** How late the event loop of a system and how large it was at most until `work` was done. */
async function highest(
  system: Child,
  work: Promise<unknown>,
): Promise<{ readonly delayMs: number; readonly worstDelayMs: number; readonly residentMB: number }> {
  let isOver = false;
  let [delayMs, worstDelayMs, residentMB] = [0, 0, 0];
  const done = work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await Promise.race([sleep(POLL_MS), done]);
    const standing = await ask(system);
    delayMs = standing.wholeDelayP99Ms;
    worstDelayMs = Math.max(worstDelayMs, standing.loopDelayP99Ms);
    residentMB = Math.max(residentMB, standing.residentMB);
  }
  await done;
  return { delayMs, worstDelayMs, residentMB };
}

function ask(system: Child): Promise<Standing> {
  system.tell({ ask: true });
  return system.next<Standing>();
}
