import { type EventRecord, EventRecordType } from "../../../lib/api/core-types.ts";
import { OPERATOR_NAME } from "../../../lib/api/group.ts";
import { wholeSeconds } from "../../domain/condition/set-condition.ts";
import { BucketSet } from "../../domain/rate/bucket-set.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Logger } from "../../ports/logger.ts";
import type { Random } from "../../ports/random.ts";
import type { Occurrence, Recorder } from "../../ports/recorder.ts";
import type { Store } from "../../ports/store.ts";
import { isStoreError, StoreErrorReason } from "../../ports/store-error.ts";

/** client-go's rate for one object: 25 at once, then one every five minutes. */
const RATE = { perSecond: 1 / 300, burst: 25 };
/** Objects whose rates and records are remembered, as client-go does. */
const MAX_REMEMBERED = 4_096;
/** Records that wait to be written; further ones are dropped. */
const MAX_QUEUED = 1_000;

/**
 * Writes Kubernetes Events, correlated as client-go does: the same thing about the same object again counts the
 * record up instead of making another, and an object that is chatty is cut short. What can't be written is dropped.
 */
export class StoreRecorder implements Recorder {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #logger: Logger;
  readonly #rates = new BucketSet(RATE, MAX_REMEMBERED);
  readonly #known = new Map<string, EventRecord>();
  readonly #queue: Occurrence[] = [];
  #writing: Promise<void> | undefined;

  constructor(parts: {
    readonly store: Store;
    readonly clock: Clock;
    readonly random: Random;
    readonly logger: Logger;
  }) {
    this.#store = parts.store;
    this.#clock = parts.clock;
    this.#random = parts.random;
    this.#logger = parts.logger;
  }

  record(occurrence: Occurrence): void {
    const { uid } = occurrence.about.metadata;
    if (this.#queue.length >= MAX_QUEUED || !this.#rates.take(uid, this.#clock.monotonicMs())) return;
    this.#queue.push(occurrence);
    this.#writing ??= this.#drain().finally(() => {
      this.#writing = undefined;
    });
  }

  /** Resolves once everything recorded so far is written or dropped. */
  async flush(): Promise<void> {
    await this.#writing;
  }

  async #drain(): Promise<void> {
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
      try {
        await this.#write(next);
      } catch (error) {
        this.#logger.debug("event record dropped", { reason: next.reason, error: error as Error });
      }
    }
  }

  async #write(occurrence: Occurrence): Promise<void> {
    const id = `${occurrence.about.metadata.uid} ${occurrence.type} ${occurrence.reason} ${occurrence.message}`;
    const known = this.#known.get(id);
    this.#known.delete(id);
    const written =
      known === undefined ? await this.#create(occurrence) : await this.#countUp(known, occurrence);
    this.#known.set(id, written);
    const oldest = this.#known.keys().next().value;
    if (this.#known.size > MAX_REMEMBERED && oldest !== undefined) this.#known.delete(oldest);
  }

  async #countUp(known: EventRecord, occurrence: Occurrence): Promise<EventRecord> {
    const lastTimestamp = wholeSeconds(this.#clock.now());
    try {
      return await this.#store.replace(EventRecordType, { ...known, count: known.count + 1, lastTimestamp });
    } catch (error) {
      const isStale =
        isStoreError(error, StoreErrorReason.notFound) || isStoreError(error, StoreErrorReason.conflict);
      if (!isStale) throw error;
      return this.#create(occurrence);
    }
  }

  #create({ about, type, reason, message }: Occurrence): Promise<EventRecord> {
    const { name, namespace, uid } = about.metadata;
    const at = wholeSeconds(this.#clock.now());
    const suffix = Buffer.from(this.#random.bytes(8)).toString("hex");
    const place = namespace === undefined ? {} : { namespace };
    return this.#store.create(EventRecordType, {
      apiVersion: "v1",
      kind: "Event",
      metadata: { name: `${name}.${suffix}`, namespace: namespace ?? "default" },
      involvedObject: { apiVersion: about.apiVersion, kind: about.kind, name, uid, ...place },
      type,
      reason,
      message,
      count: 1,
      firstTimestamp: at,
      lastTimestamp: at,
      source: { component: OPERATOR_NAME },
    });
  }
}
