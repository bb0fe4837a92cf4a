import type { TaskEvent } from "./task-event.ts";

/** A comment frame that keeps an idle event stream alive. */
export const HEARTBEAT_FRAME = ":\n\n";

/**
 * Writes an event as one frame of a `text/event-stream`; JSON keeps line breaks out of the data line.
 * Source: https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export function formatTaskEvent(event: TaskEvent): string {
  const { type, ...facts } = event;
  return `event: ${type}\ndata: ${JSON.stringify(facts)}\n\n`;
}
