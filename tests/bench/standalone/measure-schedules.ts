import { performance } from "node:perf_hooks";
import { request } from "undici";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { seedSchedules } from "./seed-schedules.ts";
import { cpuSeconds, type StartedProcess, startProcess } from "./start-process.ts";

/** Slots that come in the minute after the next one, so that the process is up by then. */
function cronInTwoMinutes(): { cron: string; dueAt: number } {
  const due = new Date(Math.floor(Date.now() / 60_000) * 60_000 + 120_000);
  return { cron: `${due.getUTCMinutes()} ${due.getUTCHours()} * * *`, dueAt: due.getTime() };
}

/** Has `count` schedules fall due at once and asks the webhook port all the while: how long does any answer take? */
export async function measureStorm(count: number): Promise<{ storedMs: number; answersMs: number[] }> {
  using folder = temporaryFolder();
  const { cron, dueAt } = cronInTwoMinutes();
  await seedSchedules(folder.path, count, cron);
  const started = await startProcess(folder.path, []);
  try {
    await new Promise((done) => setTimeout(done, Math.max(0, dueAt - Date.now() - 1_000)));
    const answersMs: number[] = [];
    let fired = 0;
    while (fired < count && Date.now() < dueAt + 120_000) {
      const askedAt = performance.now();
      const { body } = await request(`${started.webhookURL}/triggers/default/none/fire`, { method: "POST" });
      await body.dump();
      answersMs.push(performance.now() - askedAt);
      await new Promise((done) => setTimeout(done, 5));
      if (answersMs.length % 40 === 0) fired = await firedSoFar(started);
    }
    return { storedMs: Date.now() - dueAt, answersMs };
  } finally {
    await started.stop();
  }
}

/** Has `count` schedules wait and says which part of a core that costs. */
export async function measureIdleSchedules(count: number, windowMs: number): Promise<number> {
  using folder = temporaryFolder();
  const far = new Date(Date.now() - 3_600_000);
  await seedSchedules(folder.path, count, `${far.getUTCMinutes()} ${far.getUTCHours()} * * *`);
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

/** Waits until the first look at everything is over: until less than a tenth of a core is used for two seconds. */
async function settled({ pid }: StartedProcess): Promise<void> {
  for (let tries = 0; tries < 150; tries++) {
    const before = cpuSeconds(pid);
    await new Promise((done) => setTimeout(done, 2_000));
    if (cpuSeconds(pid) - before < 0.2) return;
  }
}

async function firedSoFar({ metricsURL }: StartedProcess): Promise<number> {
  const { body } = await request(`${metricsURL}/metrics`);
  const text = await body.text();
  return Number(/^tocsin_fires_total\{source="cron",result="fired"\} (\d+)/m.exec(text)?.[1] ?? 0);
}
