import { suite } from "uvu";
import * as assert from "uvu/assert";
import { SystemTimers } from "../../../../runtime/adapters/node/system-timers.ts";

const test = suite("SystemTimers");
const THIRTY_DAYS_MS = 30 * 86_400_000;

test("fires once after the delay", async () => {
  const startedAt = performance.now();
  await new Promise<void>((resolve) => new SystemTimers().after(20, resolve));
  assert.ok(performance.now() - startedAt >= 19);
});

test("does not fire early for a delay beyond 24 days", async () => {
  const timers = new SystemTimers();
  // Node warns of a delay that it can't keep, and fires at once.
  const warnings: Error[] = [];
  const take = (warning: Error) => void warnings.push(warning);
  process.on("warning", take);
  let hasFired = false;
  const timer = timers.after(THIRTY_DAYS_MS, () => {
    hasFired = true;
  });
  await timers.sleep(20);
  timer.cancel();
  process.off("warning", take);
  assert.not(hasFired);
  assert.equal(warnings, []);
});

test("does not fire once it is cancelled", async () => {
  const timers = new SystemTimers();
  let hasFired = false;
  timers
    .after(1, () => {
      hasFired = true;
    })
    .cancel();
  await timers.sleep(20);
  assert.not(hasFired);
});

test("wakes a sleeper at once when the signal aborts", async () => {
  const abort = new AbortController();
  const sleeping = new SystemTimers().sleep(THIRTY_DAYS_MS, abort.signal);
  abort.abort();
  await sleeping;
});

test("does not sleep at all where the signal has aborted before", async () => {
  await new SystemTimers().sleep(THIRTY_DAYS_MS, AbortSignal.abort());
});

test.run();
