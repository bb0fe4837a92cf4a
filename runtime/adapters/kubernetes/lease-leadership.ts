import { LeaseType } from "../../../lib/api/lease.ts";
import type { ObjectKey } from "../../../lib/api/object.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Leadership } from "../../ports/leadership.ts";
import type { Logger } from "../../ports/logger.ts";
import type { Random } from "../../ports/random.ts";
import type { Timers } from "../../ports/timers.ts";
import { LeaseClaim, type Leases } from "./lease-claim.ts";

/** A holder that has not renewed for so long stops to lead, well before another may begin. */
export const RENEW_LIMIT_MS = 8_000;
/** Time between two tries, to take the lease or to renew it. */
export const RETRY_MS = 2_000;
/** Part of that time by which it is shortened at random, so that candidates do not move in step. */
const JITTER = 0.2;

/** What a lease's candidate works with. */
export type LeaseParts = {
  /** With connections of its own: a renewal must not wait behind a thousand fires. */
  readonly leases: Leases;
  readonly key: ObjectKey;
  /** Tells this process from all others. */
  readonly identity: string;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: Random;
  readonly logger: Logger;
};

/**
 * Leads while it holds a Lease, as client-go's leader election does: 12 s long, renewed every 2 s, given up by its
 * holder where no renewal has succeeded for 8 s. A candidate also watches it, so a release is taken up at once.
 */
export class LeaseLeadership implements Leadership {
  readonly #parts: LeaseParts;
  readonly #claim: LeaseClaim;
  readonly #logger: Logger;

  constructor(parts: LeaseParts) {
    this.#parts = parts;
    this.#claim = new LeaseClaim(parts.leases, parts.key, parts.identity, parts.clock);
    this.#logger = parts.logger.with({ lease: this.#claim.name, identity: parts.identity });
  }

  async run(signal: AbortSignal, lead: (term: AbortSignal) => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      const takenMs = await this.#take(signal);
      if (takenMs !== undefined) await this.#serve(signal, takenMs, lead);
    }
  }

  /** Resolves with the time from which the lease counts, or undefined where the campaign is over. */
  async #take(signal: AbortSignal): Promise<number | undefined> {
    const { clock } = this.#parts;
    const end = new AbortController();
    const over = AbortSignal.any([signal, end.signal]);
    const wakeUp = { call: () => {} };
    const following = this.#follow(over, () => wakeUp.call());
    try {
      while (!signal.aborted) {
        const startedMs = clock.monotonicMs();
        if (await this.#tries("take", () => this.#claim.take())) return startedMs;
        const waitMs = this.#claim.isTaken
          ? Math.min(this.#pauseMs(), this.#claim.validForMs)
          : this.#pauseMs();
        const woken = new AbortController();
        wakeUp.call = () => woken.abort();
        await this.#parts.timers.sleep(waitMs, AbortSignal.any([signal, woken.signal]));
      }
      return undefined;
    } finally {
      end.abort();
      await following;
    }
  }

  /** Watches the lease, so that its release is seen when it happens. Without the watch it is seen at the next try. */
  async #follow(signal: AbortSignal, onFree: () => void): Promise<void> {
    const { leases, key, timers } = this.#parts;
    const fieldSelector = `metadata.name=${key.name}`;
    while (!signal.aborted) {
      try {
        const changes = leases.watch(LeaseType, { namespace: key.namespace, fieldSelector, signal });
        for await (const change of changes) {
          if (change.type === "BOOKMARK") continue;
          this.#claim.observe(change.object);
          if (change.type === "DELETED" || !this.#claim.isTaken) onFree();
        }
      } catch (error) {
        this.#logger.debug("lease watch broken", { error: error as Error });
      }
      await timers.sleep(this.#pauseMs(), signal);
    }
  }

  /** One term, from the lease taken to the lease given up or lost. */
  async #serve(
    signal: AbortSignal,
    takenMs: number,
    lead: (term: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const lost = new AbortController();
    const ended = new AbortController();
    const term = AbortSignal.any([signal, lost.signal]);
    this.#logger.info("leading");
    const renewing = this.#renew(takenMs, ended.signal, lost);
    try {
      await lead(term);
    } catch (error) {
      this.#logger.error("leading failed", { error: error as Error });
      // Renewed meanwhile, and given up after a pause: whoever is next may fare no better.
      await this.#parts.timers.sleep(this.#pauseMs(), term);
    }
    ended.abort();
    await renewing;
    if (lost.signal.aborted) return;
    await this.#tries("release", async () => {
      await this.#claim.release();
      return true;
    });
    this.#logger.info("no longer leading");
  }

  /** Renews until the term has ended. Aborts `lost` where another holds the lease, or no renewal came through. */
  async #renew(takenMs: number, ended: AbortSignal, lost: AbortController): Promise<void> {
    const { clock, timers } = this.#parts;
    const lose = (why: string) => {
      if (ended.aborted || lost.signal.aborted) return;
      this.#logger.warn("leadership lost", { why, holder: this.#claim.holder });
      lost.abort();
    };
    const limit = (fromMs: number) =>
      timers.after(fromMs + RENEW_LIMIT_MS - clock.monotonicMs(), () => lose("not renewed in time"));
    const over = AbortSignal.any([ended, lost.signal]);
    let limitTimer = limit(takenMs);
    await timers.sleep(this.#pauseMs(), over);
    while (!over.aborted) {
      const startedMs = clock.monotonicMs();
      const isRenewed = await this.#tries("renew", () => this.#claim.renew());
      if (isRenewed) {
        limitTimer.cancel();
        limitTimer = limit(startedMs);
      } else if (this.#claim.isTaken) lose("another holds it");
      await timers.sleep(this.#pauseMs(), over);
    }
    limitTimer.cancel();
  }

  /** What fails is tried again by the caller's loop; a try never throws. */
  async #tries(what: string, work: () => Promise<boolean>): Promise<boolean> {
    try {
      return await work();
    } catch (error) {
      this.#logger.warn("lease not reached", { what, error: error as Error });
      return false;
    }
  }

  #pauseMs(): number {
    return RETRY_MS * (1 - JITTER * this.#parts.random.fraction());
  }
}
