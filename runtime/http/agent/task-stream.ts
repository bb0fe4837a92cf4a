import { formatTaskEvent, HEARTBEAT_FRAME } from "../../domain/task/format-task-event.ts";
import { HEARTBEAT_MS } from "../../domain/task/task-limits.ts";
import type { Timers } from "../../ports/timers.ts";
import type { LiveTask } from "./live-task.ts";
import { TaskPlace } from "./task-place.ts";

/** Reads a task as an event stream: what it has said so far, then what it says, then how it ends. */
export function taskStream(task: LiveTask, timers: Timers): ReadableStream<Uint8Array> {
  const left = new AbortController();
  const encoder = new TextEncoder();
  const place = new TaskPlace(task);
  const leave = () => {
    left.abort();
    place.leave();
  };

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        let event = place.next();
        if (event === undefined) {
          await newsOrHeartbeat(task, timers, left.signal);
          if (left.signal.aborted) return;
          event = place.next();
        }
        controller.enqueue(encoder.encode(event === undefined ? HEARTBEAT_FRAME : formatTaskEvent(event)));
        if (event === undefined || event.type === "token") return;
        controller.close();
        leave();
      },
      cancel: leave,
    },
    // Nothing is read ahead: the reader's place is what it has really been given.
    { highWaterMark: 0 },
  );
}

/** Waits until the task changes, the reader leaves, or it is time for a sign of life. */
async function newsOrHeartbeat(task: LiveTask, timers: Timers, left: AbortSignal): Promise<void> {
  const awake = new AbortController();
  const wake = () => awake.abort();
  void task.changed().then(wake);
  left.addEventListener("abort", wake);
  await timers.sleep(HEARTBEAT_MS, awake.signal);
  left.removeEventListener("abort", wake);
}
