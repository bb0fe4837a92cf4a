import type { AgentEndpoint } from "../../../runtime/ports/agent-endpoints.ts";
import {
  type Task,
  TaskError,
  type TaskEvent,
  type TaskRefusal,
  type Tasks,
} from "../../../runtime/ports/tasks.ts";

/** How a pod meets one call: with events and then the end of the stream, a refusal, or silence. */
export type Meeting = readonly TaskEvent[] | TaskRefusal | Error | "silence";

/** Pods that answer as a test has scripted. */
export class ScriptedTasks implements Tasks {
  readonly started: { readonly podUID: string; readonly task: Task }[] = [];
  readonly removed: { readonly podUID: string; readonly taskID: string }[] = [];
  /** The next calls meet these; all further ones the last. */
  meetings: Meeting[] = ["silence"];
  removeError: Error | undefined;

  start(endpoint: AgentEndpoint, task: Task, signal: AbortSignal): AsyncIterable<TaskEvent> {
    this.started.push({ podUID: endpoint.podUID, task });
    return meet(this.#next(), signal);
  }

  join(): AsyncIterable<TaskEvent> {
    throw new Error("a leader joins by starting again");
  }

  async remove({ podUID }: AgentEndpoint, taskID: string): Promise<void> {
    this.removed.push({ podUID, taskID });
    if (this.removeError !== undefined) throw this.removeError;
  }

  #next(): Meeting {
    return (this.meetings.length > 1 ? this.meetings.shift() : this.meetings[0]) ?? "silence";
  }
}

async function* meet(meeting: Meeting, signal: AbortSignal): AsyncGenerator<TaskEvent> {
  if (meeting instanceof Error) throw meeting;
  if (meeting === "silence") {
    await new Promise<void>((_, reject) => {
      signal.addEventListener("abort", () => reject(new TaskError("Unreachable", "aborted")));
    });
  } else if (typeof meeting === "string") throw new TaskError(meeting, "told to refuse");
  else yield* meeting;
}
