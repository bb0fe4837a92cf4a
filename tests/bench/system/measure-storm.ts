import { setTimeout as sleep } from "node:timers/promises";
import { AgentRunResource } from "../../../lib/api/agent-run.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { aRunDraft } from "../intake/a-run-body.ts";
import { seedIntake } from "../intake/seed-intake.ts";
import { type Child, startChild } from "../load/child.ts";
import { openBenchStore } from "../load/open-bench-store.ts";
import { type Findings, quantile } from "../report/figure.ts";
import { seedSchedules } from "../standalone/seed-schedules.ts";
import type { Standing } from "./system-process.ts";

/** The slot of all schedules, after now by the clocks of both: it comes when the bench sets the system's to it. */
const SLOT = new Date(Math.ceil(Date.now() / 86_400_000 + 2) * 86_400_000 + 9 * 3_600_000);
const BEGIN = new Date(SLOT.getTime() - 3_600_000).toISOString();
const CRON = `0 9 ${SLOT.getUTCDate()} ${SLOT.getUTCMonth() + 1} *`;
/** Longer than any sleep of the scheduler, which then knows the time again. */
const BEFORE_SLOT_MS = 16_000;
/** Creates of a bare client that are under way at once. */
const BARE_WIDTH = 32;
const LIMIT_MS = 180_000;

/** Has schedules fall due at once, beside a bare client that creates as many runs. */
export async function measureStorm(count: number, rounds: number): Promise<Findings> {
  const [ratios, storedMs, bareMs, delays]: number[][] = [[], [], [], []];
  for (let round = 0; round < rounds; round++) {
    const bare = await bareCreates(count);
    const { lateMs, loopDelayMs } = await storm(count);
    const last = Math.max(...lateMs);
    bareMs?.push(bare);
    storedMs?.push(last);
    ratios?.push(last / bare);
    delays?.push(loopDelayMs);
  }
  const what = `${count} schedules due at once`;
  return {
    figures: [
      { what: `${what}: all stored ÷ bare creates`, unit: "×", values: ratios ?? [], goal: { atMost: 1.15 } },
      { what: `${what}: all stored after`, unit: "ms", values: storedMs ?? [] },
      { what: `${count} bare creates, ${BARE_WIDTH} at once`, unit: "ms", values: bareMs ?? [] },
      { what: `${what}: event-loop delay, p99`, unit: "ms", values: delays ?? [] },
    ],
  };
}

/** Has 1,000 schedules fall due at once: how long after the slot is each of their runs stored? */
export async function measureSkew(count: number, rounds: number): Promise<Findings> {
  const [middles, tails]: number[][] = [[], []];
  for (let round = 0; round < rounds; round++) {
    const { lateMs } = await storm(count);
    middles?.push(quantile(lateMs, 0.5));
    tails?.push(quantile(lateMs, 0.99));
  }
  const what = `${count} schedules due at once: slot to stored run`;
  return {
    figures: [
      { what: `${what}, p50`, unit: "ms", values: middles ?? [] },
      { what: `${what}, p99`, unit: "ms", values: tails ?? [], goal: { atMost: 250 } },
    ],
  };
}

async function storm(count: number): Promise<{ lateMs: readonly number[]; loopDelayMs: number }> {
  using folder = temporaryFolder();
  await seedSchedules(folder.path, count, CRON);
  const system = startChild("tests/bench/system/system-process.ts", [folder.path, BEGIN]);
  try {
    await system.next();
    await settled(system, count);
    const slotMs = SLOT.getTime();
    system.tell({ set: new Date(slotMs - BEFORE_SLOT_MS).toISOString() });
    await sleep(BEFORE_SLOT_MS - 200);
    await ask(system);
    const lateMs: number[] = [];
    let loopDelayMs = 0;
    const endsAt = performance.now() + LIMIT_MS;
    while (lateMs.length < count && performance.now() < endsAt) {
      await sleep(250);
      const standing = await ask(system);
      loopDelayMs = Math.max(loopDelayMs, standing.loopDelayP99Ms);
      lateMs.push(...standing.storedAtMs.map((at) => at - slotMs));
    }
    if (lateMs.length < count) throw new Error(`only ${lateMs.length} of ${count} were stored`);
    return { lateMs, loopDelayMs };
  } finally {
    await system.stop();
  }
}

/** Waits until each event has its first status and nothing is written any more. */
async function settled(system: Child, count: number): Promise<void> {
  const endsAt = performance.now() + LIMIT_MS;
  for (let before = -1; performance.now() < endsAt; await sleep(1_000)) {
    const { statusWrites } = await ask(system);
    if (statusWrites >= count && statusWrites === before) return;
    before = statusWrites;
  }
  throw new Error("the system did not settle");
}

function ask(system: Child): Promise<Standing> {
  system.tell({ ask: true });
  return system.next<Standing>();
}

async function bareCreates(count: number): Promise<number> {
  using folder = temporaryFolder();
  const store = await openBenchStore(folder.path);
  await seedIntake(store);
  const drafts = Array.from({ length: count }, () => aRunDraft());
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: BARE_WIDTH }, async () => {
      for (let draft = drafts.pop(); draft !== undefined; draft = drafts.pop()) {
        await store.create(AgentRunResource, draft);
      }
    }),
  );
  const tookMs = performance.now() - startedAt;
  await store.close();
  return tookMs;
}
