import { temporaryFolder } from "../../support/temporary-folder.ts";
import type { Findings } from "../report/figure.ts";
import { multiply } from "../system/seed-finished.ts";
import { seedSchedules } from "./seed-schedules.ts";
import { cpuSeconds, type StartedProcess, startProcess } from "./start-process.ts";

/** Has `count` schedules wait and says which part of a core that costs. */
export async function measureIdle(count: number, windowMs: number): Promise<Findings> {
  const share = await shareOfCore(count, windowMs);
  const what = `${count} schedules with nothing due: part of a core over ${windowMs / 1_000} s`;
  return { figures: [{ what, unit: "%", values: [share * 100], goal: { atMost: 1 } }] };
}

async function shareOfCore(count: number, windowMs: number): Promise<number> {
  using folder = temporaryFolder();
  const far = new Date(Date.now() - 3_600_000);
  await seedSchedules(folder.path, 1, `${far.getUTCMinutes()} ${far.getUTCHours()} * * *`);
  await multiply(folder.path, "agentevents.tocsin.dev", count, "tick-0");
  const started = await startProcess(folder.path, []);
  try {
    await settled(started);
    const before = cpuSeconds(started.pid);
    await new Promise((done) => setTimeout(done, windowMs));
    return (cpuSeconds(started.pid) - before) / (windowMs / 1_000);
  } finally {
    await started.stop();
  }
}

const LOOK_MS = 2_000;
const QUIET_LOOKS = 10;
const MAX_LOOKS = 150;

/**
 * Waits until the first look at everything is over, and V8 has collected what it left some seconds later: until less than
 * a tenth of a core is used in ten looks in a row.
 */
async function settled({ pid }: StartedProcess): Promise<void> {
  let quiet = 0;
  for (let looks = 0; looks < MAX_LOOKS && quiet < QUIET_LOOKS; looks++) {
    const before = cpuSeconds(pid);
    await new Promise((done) => setTimeout(done, LOOK_MS));
    quiet = cpuSeconds(pid) - before < LOOK_MS / 10_000 ? quiet + 1 : 0;
  }
}
