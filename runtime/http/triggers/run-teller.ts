import { type AgentRun, AgentRunResource } from "../../../lib/api/agent-run.ts";
import type { ObjectKey } from "../../../lib/api/object.ts";
import type { FiredRun } from "../../dispatch/fire-result.ts";
import { newsOfDeleted, nothingTold, type RunNews, runNews } from "../../domain/stream/run-news.ts";
import { type StreamEvent, StreamEventName } from "../../domain/stream/stream-event.ts";
import { taskText } from "../../tasks/task-text.ts";
import { type RunBody, standingBody } from "./fire-bodies.ts";
import { StepFeed } from "./step-feed.ts";
import type { TriggerParts } from "./trigger-parts.ts";

/** Whom a run is told to. */
export type Reader = {
  /** There may be something to tell. */
  readonly wake: () => void;
  /** Whether another task may be joined for him; what is not joined is told when its step ends. */
  readonly mayJoin: () => boolean;
};

/** Events that carry what the cache leaves out. */
const HOLD_OUTPUTS: readonly StreamEventName[] = [
  StreamEventName.stepCompleted,
  StreamEventName.runCompleted,
  StreamEventName.runFailed,
];

/**
 * Tells one reader of one run, event by event as they are asked for. It keeps what has been told and nothing of what
 * is to come but the outputs of steps that have just ended, so a slow reader costs no memory.
 */
export class RunTeller {
  readonly #parts: TriggerParts;
  readonly #known: FiredRun;
  readonly #key: ObjectKey;
  readonly #reader: Reader;
  readonly #feeds = new Map<string, StepFeed>();
  #told = nothingTold;
  #queue: readonly StreamEvent[] = [];
  #end: RunBody | undefined;
  #hasChanged = true;
  #isCached = false;
  #isClosed = false;

  constructor(parts: TriggerParts, namespace: string, known: FiredRun, reader: Reader) {
    this.#parts = parts;
    this.#known = known;
    this.#key = { namespace, name: known.runName };
    this.#reader = reader;
  }

  /** How many tasks it has joined. */
  get joined(): number {
    return this.#feeds.size;
  }

  /** Whether everything about the run has been told. */
  get isOver(): boolean {
    return this.#end !== undefined && this.#queue.length === 0;
  }

  /** How the run stands, as told where it was told to have ended. */
  get standing(): RunBody {
    return this.#end ?? standingBody(this.#known, this.#parts.runs.get(this.#key));
  }

  /** Has the run looked at when the next event is asked for. */
  changed(): void {
    this.#hasChanged = true;
  }

  /**
   * The next event, or undefined where nothing is new. Throws StoreError where outputs can't be read: they are looked
   * for again at the next change.
   */
  async next(): Promise<StreamEvent | undefined> {
    if (this.#queue.length === 0 && this.#hasChanged) await this.#look();
    const [event, ...rest] = this.#queue;
    this.#queue = rest;
    return event ?? this.#nextToken();
  }

  /** Leaves all tasks. */
  close(): void {
    this.#isClosed = true;
    for (const feed of this.#feeds.values()) feed.close();
    this.#feeds.clear();
    this.#queue = [];
  }

  async #look(): Promise<void> {
    this.#hasChanged = false;
    const { news, run } = await this.#news();
    // Whoever stopped listening during the read must not be left with open connections.
    if (this.#isClosed) return;
    this.#told = news.told;
    this.#queue = this.#withRests(news.events);
    this.#join(run);
    if (news.told.isEnded) this.#end ??= endBody(this.#known, news.events);
  }

  async #news(): Promise<{ news: RunNews; run: AgentRun | undefined }> {
    const cached = this.#parts.runs.get(this.#key);
    this.#isCached ||= cached !== undefined;
    if (cached === undefined && this.#isCached) return this.#newsOfDeleted();
    if (cached !== undefined) {
      const news = runNews(this.#told, cached);
      if (!news.events.some(({ name }) => HOLD_OUTPUTS.includes(name))) return { news, run: cached };
    }
    // What the cache has never shown is on its way there, or was deleted before anybody looked.
    const run = await this.#parts.store.get(AgentRunResource, this.#key);
    return run === undefined ? this.#newsOfDeleted() : { news: runNews(this.#told, run), run };
  }

  #newsOfDeleted() {
    return { news: newsOfDeleted(this.#told, this.#known), run: undefined };
  }

  /** What of an output has not come from the pod goes before the step's end: the tokens make up the output. */
  #withRests(events: readonly StreamEvent[]): readonly StreamEvent[] {
    return events.flatMap((event) => {
      const { step, attempts, output } = event.data;
      if (event.name !== StreamEventName.stepCompleted || typeof output !== "string") return [event];
      const feed = this.#feeds.get(String(step));
      const rest = feed !== undefined && feed.attempt === attempts ? feed.restOf(output) : output;
      return rest === "" ? [event] : [this.#token(String(step), Number(attempts ?? 1), rest), event];
    });
  }

  /** Joins the tasks of the steps that run, and leaves all others. */
  #join(run: AgentRun | undefined): void {
    const running = (run?.status?.steps ?? []).filter(({ phase }) => phase === "Running");
    for (const [step, feed] of this.#feeds) {
      if (running.some(({ name }) => name === step)) continue;
      feed.close();
      this.#feeds.delete(step);
    }
    for (const { name, attempts = 1, podUID, taskID } of running) {
      if (podUID === undefined || taskID === undefined) continue;
      const taskKey = `${podUID}/${taskID}`;
      const known = this.#feeds.get(name);
      if (known?.taskKey === taskKey) continue;
      known?.close();
      this.#feeds.delete(name);
      if (!this.#reader.mayJoin()) continue;
      const feed = new StepFeed(attempts, taskKey);
      this.#feeds.set(name, feed);
      void feed.read((signal) => taskText(this.#parts, { podUID, taskID }, signal), this.#reader.wake);
    }
  }

  #nextToken(): StreamEvent | undefined {
    for (const [step, feed] of this.#feeds) {
      const text = feed.take();
      if (text === "") continue;
      // Whoever has spoken goes to the end, so that steps side by side come through alike.
      this.#feeds.delete(step);
      this.#feeds.set(step, feed);
      return this.#token(step, feed.attempt, text);
    }
    return undefined;
  }

  #token(step: string, attempt: number, text: string): StreamEvent {
    return { name: StreamEventName.token, data: { ...this.#known, step, attempt, text } };
  }
}

function endBody({ team, runName }: FiredRun, events: readonly StreamEvent[]): RunBody {
  const last = events.at(-1);
  const status = last?.name === StreamEventName.runCompleted ? "succeeded" : "failed";
  const error = last?.data["error"];
  return { team, runName, status, ...(typeof error === "string" ? { error } : {}) };
}
