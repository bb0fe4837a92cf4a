import type { KubeObject } from "../../../lib/api/object.ts";
import type { ResourceType } from "../../../lib/api/resource-type.ts";
import type { WatchEvent } from "../../ports/store.ts";
import { StoreError, StoreErrorReason } from "../../ports/store-error.ts";
import type { Timers } from "../../ports/timers.ts";
import type { ApiConnection } from "./api-connection.ts";
import { CALL_LIMIT_MS, MAX_LINE_BYTES, SILENCE_LIMIT_MS } from "./kubernetes-limits.ts";
import { readLines } from "./read-lines.ts";
import { received } from "./received.ts";
import { type Status, statusRefusal } from "./status-refusal.ts";
import { transportRefusal } from "./transport-refusal.ts";

/** One watch as the server is asked for it. */
export type WatchRequest<T extends KubeObject> = {
  readonly type: ResourceType<T>;
  readonly path: string;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
};

/**
 * Reads one watch until the server ends it, or the signal does: nothing is delivered afterwards. Throws Expired
 * where the server says so, and Unavailable where it breaks off, is silent for too long, or makes no sense.
 */
export async function* watchStream<T extends KubeObject>(
  connection: ApiConnection,
  timers: Timers,
  { type, path, query, signal }: WatchRequest<T>,
): AsyncGenerator<WatchEvent<T>> {
  const silence = new AbortController();
  const cut = AbortSignal.any([signal, silence.signal]);
  const request = { method: "GET", path, query, limitMs: CALL_LIMIT_MS } as const;
  const { body, host } = await connection.open(request, cut);
  // Its reader may have left by the time that it breaks.
  body.on("error", () => undefined);
  const watchdog = { timers, onSilence: () => silence.abort() };
  try {
    for await (const line of readLines(noticingSilence(body, watchdog), MAX_LINE_BYTES)) {
      const event = eventIn(type, line);
      if (signal.aborted) return;
      yield event;
    }
  } catch (error) {
    if (signal.aborted) return;
    if (error instanceof StoreError) throw error;
    if (silence.signal.aborted) {
      const message = `the API server at ${host} sent nothing on a watch for ${SILENCE_LIMIT_MS} ms`;
      throw new StoreError(StoreErrorReason.unavailable, message);
    }
    throw transportRefusal({ error, host, isWrite: false });
  } finally {
    body.destroy();
  }
}

async function* noticingSilence(
  body: AsyncIterable<Uint8Array>,
  { timers, onSilence }: { readonly timers: Timers; readonly onSilence: () => void },
): AsyncGenerator<Uint8Array> {
  let timer = timers.after(SILENCE_LIMIT_MS, onSilence);
  try {
    for await (const chunk of body) {
      timer.cancel();
      yield chunk;
      timer = timers.after(SILENCE_LIMIT_MS, onSilence);
    }
  } finally {
    timer.cancel();
  }
}

type Line = { readonly type?: string; readonly object?: KubeObject & Status };

function eventIn<T extends KubeObject>(type: ResourceType<T>, line: string): WatchEvent<T> {
  const { type: change, object } = parsed(line);
  if (object === undefined) throw senseless();
  switch (change) {
    case "ADDED":
    case "MODIFIED":
    case "DELETED":
      return { type: change, object: received(type, object) };
    case "BOOKMARK":
      return { type: change, resourceVersion: object.metadata.resourceVersion };
    case "ERROR":
      throw statusRefusal({ code: object.code ?? 500, status: object, isWrite: false });
    default:
      throw senseless();
  }
}

function parsed(line: string): Line {
  try {
    return JSON.parse(line) as Line;
  } catch {
    throw senseless();
  }
}

/** The line is not quoted: it may hold a Secret. */
function senseless(): StoreError {
  return new StoreError(StoreErrorReason.unavailable, "a watch sent a line that is no change");
}
