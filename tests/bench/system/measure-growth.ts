import { firePath } from "../../../lib/api/network.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { BENCH_PLACE, BENCH_TOKEN, seedIntake } from "../intake/seed-intake.ts";
import { startChild } from "../load/child.ts";
import { openBenchStore } from "../load/open-bench-store.ts";
import { postLoad } from "../load/post-load.ts";
import type { Findings } from "../report/figure.ts";
import { quantile } from "../report/figure.ts";
import { seedSchedules } from "../standalone/seed-schedules.ts";
import { cpuSeconds } from "../standalone/start-process.ts";
import { multiply, seedFinished } from "./seed-finished.ts";

const SIZES = [10, 1_000, 10_000, 100_000] as const;
/** One connection, and answers that are waited for: what is measured is a fire and not a queue. */
const CONNECTIONS = 1;
const WINDOW_MS = 5_000;
const SETTLE_MS = 4_000;

/** What a fire costs with few and with many resources present: half of them events, half finished runs. */
export async function measureGrowth(rounds: number): Promise<Findings> {
  const costs = new Map<number, number[]>();
  for (let round = 0; round < rounds; round++) {
    for (const size of SIZES) {
      const known = costs.get(size) ?? [];
      costs.set(size, [...known, await costOfFire(size)]);
    }
  }
  const [few = [], many = []] = [costs.get(10), costs.get(100_000)];
  const ratios = many.map((cost, round) => cost / (few[round] ?? Number.NaN));
  const points = [...costs].map(([size, values]) => [size, quantile(values, 0.5)] as const);
  return {
    figures: [
      {
        what: "CPU of a fire with 100,000 resources ÷ with 10",
        unit: "×",
        values: ratios,
        goal: { atMost: 1.2 },
      },
      ...[...costs].map(([size, values]) => ({
        what: `CPU of a fire and its accounts, ${size} resources`,
        unit: "ms" as const,
        values,
      })),
    ],
    plots: [
      {
        title: "Cost of a fire by what exists",
        x: "resources",
        y: "ms of CPU a fire",
        series: [{ name: "a fire", points }],
      },
    ],
  };
}

/** Milliseconds of CPU of the whole system for each fire: the leader's part is in it. */
async function costOfFire(size: number): Promise<number> {
  using folder = temporaryFolder();
  await seedFinished(folder.path, size / 2);
  await seedSchedules(folder.path, 1, "0 9 29 2 *");
  await multiply(folder.path, "agentevents.tocsin.dev", size / 2, "tick-0");
  const store = await openBenchStore(folder.path);
  await seedIntake(store, BENCH_PLACE.namespace, "nobody-else");
  await store.close();
  const system = startChild("tests/bench/system/system-process.ts", [folder.path]);
  try {
    const { webhookURL } = await system.next<{ webhookURL: string }>();
    await idle(system.pid);
    const plan = {
      url: webhookURL,
      path: firePath(BENCH_PLACE.namespace, BENCH_PLACE.event),
      headers: { authorization: `Bearer ${BENCH_TOKEN}` },
      body: () => '{"topic":"bells"}',
      connections: CONNECTIONS,
      expected: 202,
    };
    await postLoad({ ...plan, windowMs: 1_500 });
    await idle(system.pid);
    const before = cpuSeconds(system.pid);
    const { answersMs } = await postLoad({ ...plan, windowMs: WINDOW_MS });
    await idle(system.pid);
    return ((cpuSeconds(system.pid) - before) / answersMs.length) * 1_000;
  } finally {
    await system.stop();
  }
}

/** Waits until the process has next to nothing to do. */
async function idle(pid: number): Promise<void> {
  for (let tries = 0; tries < 60; tries++) {
    const before = cpuSeconds(pid);
    await new Promise((done) => setTimeout(done, SETTLE_MS / 4));
    if (cpuSeconds(pid) - before < 0.04) return;
  }
}
