import { SystemRandom } from "../../runtime/adapters/node/system-random.ts";
import { SqliteStore, type SqliteStoreOptions } from "../../runtime/adapters/sqlite/sqlite-store.ts";
import { FakeClock } from "./fake-clock.ts";
import { FakeTimers } from "./fake-timers.ts";

/** Opens a real store, in memory and with a clock that stands still unless told otherwise. */
export function openStore(options: Partial<SqliteStoreOptions> = {}): Promise<SqliteStore> {
  const clock = options.clock ?? new FakeClock();
  return SqliteStore.open({
    path: ":memory:",
    clock,
    random: new SystemRandom(),
    timers: clock instanceof FakeClock ? new FakeTimers(clock) : new FakeTimers(new FakeClock()),
    ...options,
  });
}
