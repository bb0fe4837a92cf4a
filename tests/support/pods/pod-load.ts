import { type Call, type Post, WebhookCaller } from "../firing/webhook-caller.ts";
import type { OperatedNamespace } from "../operator/operated-namespace.ts";
import type { OperatorPods } from "./operator-pods.ts";

const CALLERS = 16;
/**
 * Calls a second of all callers, with up to so many runs under way: enough to keep a leader busy. The more runs are
 * open the slower senders go, as it is not to be seen how far a slow machine falls behind.
 */
const PACES: readonly (readonly [openRuns: number, perSecond: number])[] = [
  [40, 14],
  [80, 10],
  [150, 7],
];
const SLOWEST_PER_SECOND = 3;
const HEED_MS = 1_000;
/** A starting API server answers 429 itself, which is passed on; for a sender both say: come back. */
const REFUSALS: readonly number[] = [429, 503];
/** How often senders learn which pods are behind the Service. */
const FOLLOW_MS = 200;
/** Longer than a fire is stored in, also where the API server hangs and each write is tried three times. */
const CALL_LIMIT_MS = 60_000;

/**
 * Senders of webhooks who don't stop while anything fails: they go by the Service's endpoints, send what has a key
 * to every pod at once, and come back with it later where nobody has answered.
 */
export class PodLoad {
  readonly caller: WebhookCaller;
  /** Calls that were to be made again later. */
  refused = 0;
  readonly #place: OperatedNamespace;
  readonly #operator: OperatorPods;
  readonly #tokens: ReadonlyMap<string, string>;
  readonly #answeredMs: number[] = [];
  readonly #working: Promise<unknown>;
  #urls: readonly string[] = [];
  #turn = 0;
  #perSecond = perSecondWith(0);
  #isOver = false;

  private constructor(place: OperatedNamespace, operator: OperatorPods, tokens: ReadonlyMap<string, string>) {
    this.#place = place;
    this.#operator = operator;
    this.#tokens = tokens;
    this.caller = new WebhookCaller([...tokens.keys()]);
    const callers = Array.from({ length: CALLERS }, (_, index) => this.#call(index));
    this.#working = Promise.all([this.#follow(), this.#heed(), ...callers]);
  }

  /** Begins to fire these events. */
  static async start(
    place: OperatedNamespace,
    operator: OperatorPods,
    events: readonly string[],
  ): Promise<PodLoad> {
    const tokens = await Promise.all(events.map(async (event) => [event, await place.token(event)] as const));
    return new PodLoad(place, operator, new Map(tokens));
  }

  /** The longest time for which nobody was answered, in ms, between two instants of `performance.now()`. */
  longestGapMs(fromMs: number, toMs: number): number {
    const between = this.#answeredMs.filter((atMs) => atMs > fromMs && atMs < toMs);
    const instants = [fromMs, ...between, toMs].sort((one, other) => one - other);
    return Math.max(...instants.slice(1).map((atMs, index) => atMs - (instants[index] ?? 0)));
  }

  /** Ends the calls, and repeats those with a key that nobody has answered so far. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#working;
    await this.caller.finish(this.#post);
  }

  async #follow(): Promise<void> {
    while (!this.#isOver) {
      // While the API server is away nobody takes anything out of the Service.
      this.#urls = await this.#operator.urls().catch(() => this.#urls);
      await pause(FOLLOW_MS);
    }
  }

  async #heed(): Promise<void> {
    while (!this.#isOver) {
      this.#perSecond = perSecondWith(await this.#operator.openRuns().catch(() => 0));
      await pause(HEED_MS);
    }
  }

  async #call(index: number): Promise<void> {
    const everyMs = () => (CALLERS / this.#perSecond) * 1_000;
    await pause((index / CALLERS) * everyMs());
    while (!this.#isOver) {
      const nextMs = performance.now() + everyMs();
      await this.caller.callOnce(this.#post);
      await pause(nextMs - performance.now());
    }
  }

  readonly #post: Post = async (call) => {
    const chosen = call.key === undefined ? [this.#urls[this.#turn++ % this.#urls.length]] : this.#urls;
    const tried = await Promise.allSettled(chosen.map((url = "") => this.#postTo(url, call)));
    const answers = tried.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
    if (answers.length === 0) throw new Error("nobody answers");
    return answers;
  };

  async #postTo(url: string, { event, key, id }: Call): Promise<{ status: number; text: string }> {
    const response = await this.#place.fire(url, event, {
      token: this.#tokens.get(event) ?? "",
      body: { id },
      headers: key === undefined ? {} : { "Idempotency-Key": key },
      signal: AbortSignal.timeout(CALL_LIMIT_MS),
    });
    const text = await response.text();
    const isRefused = REFUSALS.includes(response.status);
    if (!isRefused) this.#answeredMs.push(performance.now());
    else this.#refuse(event, response.headers.get("Retry-After"), text);
    return { status: isRefused ? 503 : response.status, text };
  }

  /** Whoever is refused has to be told why, and when to come back. */
  #refuse(event: string, retryAfter: string | null, text: string): void {
    this.refused += 1;
    const isClear = /^[1-9]\d*$/.test(retryAfter ?? "") && text.includes('"code"');
    if (!isClear) this.caller.problems.push(`${event} refused with Retry-After ${retryAfter}: ${text}`);
  }
}

function perSecondWith(openRuns: number): number {
  return PACES.find(([most]) => openRuns <= most)?.[1] ?? SLOWEST_PER_SECOND;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}
