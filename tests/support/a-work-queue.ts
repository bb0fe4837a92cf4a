import * as assert from "uvu/assert";
import { WorkQueue, type WorkQueueOptions } from "../../runtime/controller/work-queue.ts";
import { FakeClock } from "./fake-clock.ts";
import { FakeTimers } from "./fake-timers.ts";

/** A queue whose work goes on until a test ends it. */
export function aQueue({
  concurrency = 10,
  minIntervalMs = 0,
  ...way
}: Partial<Pick<WorkQueueOptions, "concurrency" | "minIntervalMs" | "takes" | "yieldsTo">> = {}) {
  const clock = new FakeClock();
  const timers = new FakeTimers(clock);
  const started: string[] = [];
  const running = new Map<string, () => void>();
  const work = (key: string) => {
    started.push(key);
    assert.not.ok(running.has(key), `${key} is worked on twice at a time`);
    const { promise, resolve } = Promise.withResolvers<void>();
    running.set(key, () => {
      running.delete(key);
      resolve();
    });
    return promise;
  };
  const queue = new WorkQueue({ clock, timers, concurrency, minIntervalMs, work, ...way });
  const end = async (key: string) => {
    running.get(key)?.();
    await timers.advance(0);
  };
  return { clock, timers, queue, started, running, end };
}
