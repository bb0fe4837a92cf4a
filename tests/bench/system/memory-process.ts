/** Fills the caches from a data folder, as every replica does, and says what they hold; needs --expose-gc. */
import { PinoLogger } from "../../../runtime/adapters/logging/pino-logger.ts";
import { SystemClock } from "../../../runtime/adapters/node/system-clock.ts";
import { SystemRandom } from "../../../runtime/adapters/node/system-random.ts";
import { SystemTimers } from "../../../runtime/adapters/node/system-timers.ts";
import { World } from "../../../runtime/composition/world.ts";
import { say } from "../load/child.ts";
import { openBenchStore } from "../load/open-bench-store.ts";

const [dataFolder = ""] = process.argv.slice(2);
const ports = {
  clock: new SystemClock(),
  timers: new SystemTimers(),
  random: new SystemRandom(),
  logger: PinoLogger.open("warn"),
};
const store = await openBenchStore(dataFolder);
const world = new World({ store, ...ports });
const end = new AbortController();
await world.start(end.signal);
// What is compiled and hardly used is dropped only by the tenth collection or so.
for (let round = 0; round < 12; round++) {
  globalThis.gc?.();
  await new Promise((done) => setTimeout(done, 20));
}
say({ heapBytes: process.memoryUsage().heapUsed, events: world.events.size, runs: world.runs.size });
end.abort();
await world.stopped();
await store.close();
