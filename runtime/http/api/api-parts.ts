import type { HttpBindings } from "@hono/node-server";
import type { Clock } from "../../ports/clock.ts";
import type { Logger } from "../../ports/logger.ts";
import type { Store } from "../../ports/store.ts";
import type { Timers } from "../../ports/timers.ts";
import type { ApiLimits } from "./api-limits.ts";
import type { OpenWatches } from "./open-watches.ts";

/** What the standalone API is made of. */
export type ApiOptions = {
  readonly store: Store;
  /** SHA-256 of the bearer token that every caller has to bring. */
  readonly tokenDigest: Uint8Array;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
  readonly limits?: Partial<ApiLimits>;
  /** Ends the watches, so that a server that stops does not wait for them. */
  readonly stopping?: AbortSignal;
};

/** What every route has at hand. */
export type ApiParts = Pick<ApiOptions, "store" | "clock" | "timers" | "logger"> & {
  readonly limits: ApiLimits;
  readonly watches: OpenWatches;
};

/** Bindings of every route of the API: Node's own message, whose body and address are read from it. */
export type ApiEnv = { Bindings: HttpBindings };
