import type { KubeObject } from "../../../lib/api/object.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";
import type { WatchEvent } from "../../ports/store.ts";
import { StoreError, StoreErrorReason } from "../../ports/store-error.ts";
import type { Timers } from "../../ports/timers.ts";
import type { ApiConnection } from "./api-connection.ts";
import { SHORTEST_WATCH_MS, WATCH_SECONDS } from "./kubernetes-limits.ts";
import { type WatchRequest, watchStream } from "./watch-stream.ts";

/** What a watch is made with. */
export type WatchParts = {
  readonly connection: ApiConnection;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: Random;
};

/**
 * Watches from a version on. The server is asked to end the watch after some minutes, so that no connection lives
 * for ever and replicas even out; the next one goes on where it ended.
 */
export async function* watchResources<T extends KubeObject>(
  { connection, clock, timers, random }: WatchParts,
  request: WatchRequest<T>,
  fromVersion: string,
): AsyncGenerator<WatchEvent<T>> {
  let resourceVersion = fromVersion;
  while (!request.signal.aborted) {
    const startedMs = clock.monotonicMs();
    const { atLeast, atMost } = WATCH_SECONDS;
    const query = {
      ...request.query,
      watch: "true",
      allowWatchBookmarks: "true",
      resourceVersion,
      timeoutSeconds: String(Math.round(atLeast + (atMost - atLeast) * random.fraction())),
    };
    for await (const event of watchStream(connection, timers, { ...request, query })) {
      resourceVersion =
        event.type === "BOOKMARK" ? event.resourceVersion : event.object.metadata.resourceVersion;
      yield event;
      if (request.signal.aborted) return;
    }
    if (!request.signal.aborted && clock.monotonicMs() - startedMs < SHORTEST_WATCH_MS)
      throw new StoreError(StoreErrorReason.unavailable, "the API server ended a watch as soon as it began");
  }
}
