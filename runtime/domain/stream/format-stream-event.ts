import type { StreamEvent } from "./stream-event.ts";

/** A comment frame that keeps an idle stream alive through proxies. */
export const STREAM_HEARTBEAT = ": still here\n\n";

/**
 * Writes an event as one frame of a `text/event-stream`. JSON escapes line breaks, so that no value can begin
 * a line of its own; ids count from 1.
 * Source: https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export function formatStreamEvent(id: number, { name, data }: StreamEvent): string {
  return `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
