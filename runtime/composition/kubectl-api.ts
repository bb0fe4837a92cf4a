import type { Clock } from "../ports/clock.ts";
import type { Logger } from "../ports/logger.ts";
import type { Random } from "../ports/random.ts";
import type { Store } from "../ports/store.ts";
import type { Timers } from "../ports/timers.ts";
import type { Settings } from "./settings.ts";
export async function listenForKubectl(
  _parts: { store: Store; clock: Clock; timers: Timers; random: Random; logger: Logger },
  settings: Settings,
) {
  return {
    url: "https://127.0.0.1:0",
    kubeconfig: `${settings.dataFolder}/kubeconfig`,
    close: async (_grace: number) => {},
  };
}
