import type { ServerResponse } from "node:http";
import type { KubeObject } from "../../../lib/api/object.ts";
import type { WatchEvent } from "../../ports/store.ts";
import { ApiError, ApiErrorReason, invalidOption } from "./api-error.ts";
import type { ApiParts } from "./api-parts.ts";
import { failureOf } from "./api-status.ts";
import { wantedForm } from "./media-type.ts";
import { countOf, includedObjectOf } from "./query-options.ts";
import type { ResourceRequest } from "./resource-request.ts";
import { selectionOf } from "./selection.ts";
import { eventWriter } from "./watch-lines.ts";

/** How many objects are read at a time for a watch that begins with what is there. */
const PAGE = 100;

/**
 * GET with `watch=true`: JSON lines, until the time is up, the client goes or the server stops. What comes
 * next is read only when the client has taken what came before, so a slow one costs no memory: the store's
 * log moves on without it, and it is told 410.
 */
export function watchResources(request: ResourceRequest): Response {
  const { query, incoming, outgoing, parts } = request;
  const options = { form: wantedForm(incoming.headers.accept), includeObject: includedObjectOf(query) };
  const seconds = watchSeconds(request);
  refuseInitialEvents(query);
  selectionOf(request);
  checkVersion(query.get("resourceVersion") ?? "");
  const watch = parts.watches.open();
  const timer = parts.timers.after(seconds * 1_000, () => watch.abort());
  watch.signal.addEventListener("abort", () => {
    timer.cancel();
    cutUnread(outgoing, parts);
  });
  const write = eventWriter(request, options);
  const events = eventsOf(request, watch.signal);
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const line = await nextLine(events, write);
        if (line.text !== undefined) controller.enqueue(line.text);
        if (!line.isLast) return;
        watch.abort();
        controller.close();
      },
      cancel: () => watch.abort(),
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: { "Content-Type": "application/json;stream=watch", "Cache-Control": "no-cache, private" },
  });
}

/** A client that reads nothing would keep its connection for ever. */
function cutUnread(outgoing: ServerResponse, { timers, limits }: ApiParts): void {
  if (outgoing.closed) return;
  const cut = timers.after(limits.watchGraceMs, () => outgoing.destroy());
  outgoing.once("close", () => cut.cancel());
}

type Line = { readonly text?: Uint8Array; readonly isLast: boolean };

async function nextLine(
  events: AsyncIterator<WatchEvent<KubeObject>>,
  write: ReturnType<typeof eventWriter>,
): Promise<Line> {
  try {
    for (;;) {
      const { value, done } = await events.next();
      if (done === true) return { isLast: true };
      const text = write.event(value);
      if (text !== undefined) return { text, isLast: false };
    }
  } catch (error) {
    return { text: write.failure(failureOf(error)), isLast: true };
  }
}

/** Without a version, or from "0", a watch begins with all that is there. */
async function* eventsOf(
  request: ResourceRequest,
  signal: AbortSignal,
): AsyncGenerator<WatchEvent<KubeObject>, void> {
  const { target, query, parts } = request;
  const { type } = target.served;
  const selection = selectionOf(request);
  const given = query.get("resourceVersion") ?? "";
  let resourceVersion = given;
  if (given === "" || given === "0") {
    let continueToken: string | undefined;
    do {
      const page = await parts.store.list(type, { ...selection, limit: PAGE, continueToken });
      for (const object of page.items) yield { type: "ADDED", object };
      resourceVersion = page.resourceVersion;
      continueToken = page.continueToken;
    } while (continueToken !== undefined && !signal.aborted);
  }
  if (!signal.aborted) yield* parts.store.watch(type, { ...selection, resourceVersion, signal });
}

function watchSeconds({ query, parts }: ResourceRequest): number {
  const { maxWatchSeconds } = parts.limits;
  const wanted = countOf(query, "timeoutSeconds") ?? 0;
  return wanted === 0 ? maxWatchSeconds : Math.min(wanted, maxWatchSeconds);
}

function refuseInitialEvents(query: URLSearchParams): void {
  if (!query.has("sendInitialEvents")) return;
  const message = "Forbidden: sendInitialEvents is not supported here; list first, then watch";
  throw invalidOption("ListOptions", "sendInitialEvents", message);
}

function checkVersion(version: string): void {
  if (/^\d{0,15}$/.test(version)) return;
  throw new ApiError(
    ApiErrorReason.badRequest,
    "Invalid value: resourceVersion must be one that a list gave out",
  );
}
