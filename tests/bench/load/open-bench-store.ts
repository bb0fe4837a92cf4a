import { join } from "node:path";
import { SystemClock } from "../../../runtime/adapters/node/system-clock.ts";
import { SystemRandom } from "../../../runtime/adapters/node/system-random.ts";
import { SystemTimers } from "../../../runtime/adapters/node/system-timers.ts";
import { SqliteStore } from "../../../runtime/adapters/sqlite/sqlite-store.ts";

/** Opens the store's file of a data folder, as the product does. */
export function openBenchStore(dataFolder: string): Promise<SqliteStore> {
  return SqliteStore.open({
    path: join(dataFolder, "state.db"),
    clock: new SystemClock(),
    timers: new SystemTimers(),
    random: new SystemRandom(),
  });
}
