import { FAILING } from "./counting-provider.ts";

/** A fire that was acknowledged to its caller. */
export type Acknowledged = {
  readonly event: string;
  readonly taskID: string;
  readonly runNames: readonly string[];
  /** The key that the caller sent, if any. */
  readonly key: string | undefined;
  /** What the caller sent, which is in every prompt of the fire. */
  readonly id: string;
};

/** One call of a webhook: its answer decides whether it is worth another. */
export type Call = { readonly event: string; readonly key: string | undefined; readonly id: string };
type Answer = {
  readonly taskID: string;
  readonly fired: boolean;
  readonly runs?: readonly { runName: string }[];
};

/** Makes a call, at one replica or at several at once; throws where nobody answers. */
export type Post = (call: Call) => Promise<readonly { readonly status: number; readonly text: string }[]>;

/** Every so-manieth call carries a key, and every so-manieth is one that fails. */
const KEYED_EVERY = 3;
const FAILING_EVERY = 11;
/** Keyed calls are repeated, at once and after a crash, this often in 100. */
const REPEATED_PERCENT = 20;

/** Calls webhooks as the outside world would, and remembers what was promised to it. */
export class WebhookCaller {
  readonly acknowledged: Acknowledged[] = [];
  readonly problems: string[] = [];
  skipped = 0;
  /** Calls without an answer: they may have fired or not. */
  unanswered = 0;
  readonly #events: readonly string[];
  readonly #again: Call[] = [];
  readonly #taskIDs = new Set<string>();
  #calls = 0;

  constructor(events: readonly string[]) {
    this.#events = events;
  }

  get calls(): number {
    return this.#calls;
  }

  /** How many fires came of the calls so far. */
  get fires(): number {
    return this.#taskIDs.size;
  }

  /** Makes up the next call, or repeats a keyed one; false where nobody answered. */
  async callOnce(post: Post): Promise<boolean> {
    const isRepeated = this.#again.length > 0 && Math.random() * 100 < REPEATED_PERCENT;
    const call = (isRepeated ? this.#again.shift() : undefined) ?? this.#newCall();
    return this.#call(post, call);
  }

  /** Repeats all keyed calls that have no answer yet. */
  async finish(post: Post): Promise<void> {
    const waiting = this.#again.splice(0);
    for (const call of waiting) await this.#call(post, call);
  }

  #newCall(): Call {
    const number = ++this.#calls;
    const event = this.#events[number % this.#events.length] ?? "";
    const failing = number % FAILING_EVERY === 0 ? ` ${FAILING}` : "";
    const key = number % KEYED_EVERY === 0 ? `key-${number}` : undefined;
    return { event, key, id: `call-${number}${failing}` };
  }

  async #call(post: Post, call: Call): Promise<boolean> {
    try {
      for (const { status, text } of await post(call)) this.#take(call, status, text);
      return true;
    } catch {
      this.unanswered += 1;
      if (call.key !== undefined) this.#again.push(call);
      return false;
    }
  }

  #take(call: Call, status: number, text: string): void {
    if (status === 503) {
      if (call.key !== undefined) this.#again.push(call);
      return;
    }
    if (status !== 200 && status !== 202) {
      this.problems.push(`${call.event} answered ${status}: ${text}`);
      return;
    }
    const { taskID, fired, runs = [] } = JSON.parse(text) as Answer;
    if (!fired) {
      this.skipped += 1;
      return;
    }
    this.#taskIDs.add(taskID);
    this.acknowledged.push({ ...call, taskID, runNames: runs.map((run) => run.runName) });
    if (call.key !== undefined && Math.random() * 100 < REPEATED_PERCENT) this.#again.push(call);
  }
}
