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

/** One POST to a webhook: its answer decides whether it is worth another. */
type Call = { readonly event: string; readonly key: string | undefined; readonly id: string };
type Answer = {
  readonly taskID: string;
  readonly fired: boolean;
  readonly runs?: readonly { runName: string }[];
};

/** Where webhooks are and what opens them. */
export type Endpoint = { readonly webhookURL: string; readonly tokens: Readonly<Record<string, string>> };

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
  #calls = 0;

  constructor(events: readonly string[]) {
    this.#events = events;
  }

  get calls(): number {
    return this.#calls;
  }

  /** Makes up the next call, or repeats a keyed one; false where nobody answered. */
  async callOnce(endpoint: Endpoint): Promise<boolean> {
    const isRepeated = this.#again.length > 0 && Math.random() * 100 < REPEATED_PERCENT;
    const call = (isRepeated ? this.#again.shift() : undefined) ?? this.#newCall();
    return this.#call(endpoint, call);
  }

  /** Repeats all keyed calls that have no answer yet. */
  async finish(endpoint: Endpoint): Promise<void> {
    const waiting = this.#again.splice(0);
    for (const call of waiting) await this.#call(endpoint, call);
  }

  #newCall(): Call {
    const number = ++this.#calls;
    const event = this.#events[number % this.#events.length] ?? "";
    const failing = number % FAILING_EVERY === 0 ? ` ${FAILING}` : "";
    const key = number % KEYED_EVERY === 0 ? `key-${number}` : undefined;
    return { event, key, id: `call-${number}${failing}` };
  }

  async #call({ webhookURL, tokens }: Endpoint, call: Call): Promise<boolean> {
    const { event, key, id } = call;
    try {
      const response = await fetch(`${webhookURL}/triggers/default/${event}/fire`, {
        method: "POST",
        headers: {
          Authorization: `Bearer ${tokens[event]}`,
          "Content-Type": "application/json",
          ...(key === undefined ? {} : { "Idempotency-Key": key }),
        },
        body: JSON.stringify({ id }),
      });
      this.#take(call, response.status, await response.text());
      return true;
    } catch {
      this.unanswered += 1;
      if (key !== undefined) this.#again.push(call);
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
    this.acknowledged.push({ ...call, taskID, runNames: runs.map((run) => run.runName) });
    if (call.key !== undefined && Math.random() * 100 < REPEATED_PERCENT) this.#again.push(call);
  }
}
