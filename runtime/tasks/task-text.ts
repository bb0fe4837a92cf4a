import type { AgentEndpoints } from "../ports/agent-endpoints.ts";
import type { Logger } from "../ports/logger.ts";
import { TaskError, TaskRefusal, type Tasks } from "../ports/tasks.ts";
import type { Timers } from "../ports/timers.ts";

/** What following a task stands on. */
export type TaskTextParts = {
  readonly tasks: Tasks;
  readonly endpoints: AgentEndpoints;
  readonly timers: Timers;
  readonly logger: Logger;
};

/** Where an attempt is worked on, as the run's status names it. */
export type TaskPlace = { readonly podUID: string; readonly taskID: string };

/** The pod is told of a task right after the status names it, so the first tries come soon. */
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 2_000;

/**
 * Follows what a task says, from its beginning, by joining it: nothing is started, and the task does not notice.
 * Goes on through broken connections without saying anything twice. Ends when the task does, when its pod is gone
 * for good, when it begins anew with another answer, or when the signal aborts; never throws.
 */
export async function* taskText(
  parts: TaskTextParts,
  place: TaskPlace,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const heard = new HeardText();
  for (let tries = 0; !signal.aborted && !heard.isOver; ) {
    const before = heard.units;
    yield* whatIsNew(parts, place, heard, signal);
    tries = heard.units > before ? 0 : tries + 1;
    if (heard.isOver) return;
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(tries, 10));
    await parts.timers.sleep(pauseMs, signal);
  }
}

/** Joins once, and listens while the connection lasts. */
async function* whatIsNew(
  { tasks, endpoints, logger }: TaskTextParts,
  { podUID, taskID }: TaskPlace,
  heard: HeardText,
  signal: AbortSignal,
): AsyncGenerator<string> {
  // A pod that this replica does not know may be hosted by another one, or not be in the cache yet.
  const endpoint = endpoints.find(podUID);
  if (endpoint === undefined) return;
  heard.beginAgain();
  try {
    for await (const event of tasks.join(endpoint, taskID, signal)) {
      const fresh = event.type === "token" ? heard.hear(event.text) : heard.end();
      if (heard.isOver) return;
      if (fresh !== "") yield fresh;
    }
  } catch (error) {
    if (!(error instanceof TaskError)) {
      logger.error("task can't be joined", { taskID, error: error as Error });
    } else if (error.refusal === TaskRefusal.gone) heard.end();
  }
}

/** What was heard of a task, over several connections, each of which tells it from the beginning. */
class HeardText {
  #text = "";
  #place = 0;
  isOver = false;

  get units(): number {
    return this.#text.length;
  }

  beginAgain(): void {
    this.#place = 0;
  }

  /** The part of a piece that is new. */
  hear(piece: string): string {
    const again = this.#text.slice(this.#place, this.#place + piece.length);
    // A container that was started anew gives another answer: the two must not be mixed.
    if (!piece.startsWith(again)) return this.end();
    this.#place += piece.length;
    const fresh = piece.slice(again.length);
    this.#text += fresh;
    return fresh;
  }

  end(): string {
    this.isOver = true;
    return "";
  }
}
