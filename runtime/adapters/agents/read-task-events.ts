import { MAX_STEP_OUTPUT_BYTES } from "../../../lib/api/agent-run.ts";
import { parseTaskEvent } from "../../domain/task/parse-task-event.ts";
import { MAX_FRAME_UNITS } from "../../domain/task/task-limits.ts";
import { TaskError, type TaskEvent, TaskRefusal } from "../../ports/tasks.ts";
import { SseParser, SseTooLargeError } from "./sse-parser.ts";

/**
 * Reads a task's event stream up to its end. Throws {@link TaskError}: Unreachable where the stream breaks
 * before the task has ended (join again), Gone where it is no task's stream (an agent's pod sends none such).
 */
export async function* readTaskEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<TaskEvent> {
  const parser = new SseParser(MAX_FRAME_UNITS);
  let units = 0;
  for await (const piece of body) {
    for (const { name, data } of parsed(parser, piece)) {
      const event = parseTaskEvent(name, data);
      if (event === undefined) throw foreign("an event that no task reports");
      if (event.type === "token") units += event.text.length;
      if (units > MAX_STEP_OUTPUT_BYTES) throw foreign("more output than a task may have");
      yield event;
      if (event.type !== "token") return;
    }
  }
  throw new TaskError(TaskRefusal.unreachable, "the connection ended before the task did");
}

function parsed(parser: SseParser, piece: Uint8Array) {
  try {
    return parser.push(piece);
  } catch (error) {
    if (error instanceof SseTooLargeError) throw foreign(error.message);
    throw error;
  }
}

function foreign(what: string): TaskError {
  return new TaskError(TaskRefusal.gone, `what answers is no agent's pod: ${what}`);
}
