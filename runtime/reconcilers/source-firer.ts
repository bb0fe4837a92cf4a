import type { AgentEvent } from "../../lib/api/agent-event.ts";
import { type AgentRun, AgentRunResource, MAX_CHAIN } from "../../lib/api/agent-run.ts";
import { keyOf } from "../../lib/api/object.ts";
import { RecordReason } from "../../lib/api/reason.ts";
import type { Dispatcher, FireOrder } from "../dispatch/dispatcher.ts";
import type { FireResult } from "../dispatch/fire-result.ts";
import { cutLoops } from "../domain/event/cut-loops.ts";
import type { DueFires } from "../domain/event/plan-source.ts";
import type { Settled } from "../domain/event/settle-cursor.ts";
import { fireIDOf } from "../domain/firing/fire-id.ts";
import { MAX_MISSED } from "../domain/schedule/plan-schedule.ts";
import type { Clock } from "../ports/clock.ts";
import { Metric, type Metrics } from "../ports/metrics.ts";
import { RetryLaterError } from "../ports/reconciler.ts";
import type { Recorder } from "../ports/recorder.ts";
import type { Store } from "../ports/store.ts";

/** A fire that is stored, or may be: then nobody knows the name of its run 0. */
export type StoredFire = { readonly fireID: string; readonly runZero?: string | undefined };

/** What came of firing an event's source. */
export type Firing = {
  /** What is dealt with without a fire and has to be written down. */
  readonly settled: Settled | undefined;
  /** Fires that are stored, or may be: the cache has to show them before anything later is decided. */
  readonly stored: readonly StoredFire[];
  /** Why the rest has to be tried again. */
  readonly failure?: unknown;
};

/** How soon a fire is tried again that could not be decided yet. */
const RETRY_MS = 250;

/** Fires what a schedule or an upstream team asks for, on the leader (protocols D3 and E3). */
export class SourceFirer {
  readonly #store: Store;
  readonly #dispatcher: Dispatcher;
  readonly #recorder: Recorder;
  readonly #metrics: Metrics;
  readonly #clock: Clock;
  readonly #maxChainLoops: number;

  constructor(parts: {
    readonly store: Store;
    readonly dispatcher: Dispatcher;
    readonly recorder: Recorder;
    readonly metrics: Metrics;
    readonly clock: Clock;
    readonly maxChainLoops: number;
  }) {
    this.#store = parts.store;
    this.#dispatcher = parts.dispatcher;
    this.#recorder = parts.recorder;
    this.#metrics = parts.metrics;
    this.#clock = parts.clock;
    this.#maxChainLoops = parts.maxChainLoops;
  }

  /** Fires what is due; throws nothing. */
  async fire(event: AgentEvent, due: DueFires): Promise<Firing> {
    switch (due.kind) {
      case "none":
        return { settled: undefined, stored: [] };
      case "passOver":
        this.#warn(
          event,
          RecordReason.missedSchedule,
          missedText(due.missed, "all older than the catch-up bound"),
        );
        return { settled: { slot: due.slot }, stored: [] };
      case "slot":
        return this.#fireSlot(event, due.slot, due.missed);
      case "upstreams":
        return this.#fireUpstreams(event, due.runs);
    }
  }

  async #fireSlot(event: AgentEvent, slot: Date, missed: number): Promise<Firing> {
    const firedAt = this.#clock.now();
    const sourceKey = { kind: "slot", slot } as const;
    const order: FireOrder = { event, cause: { type: "cron", slot }, sourceKey, firedAt };
    try {
      const result = await this.#dispatcher.fire(order);
      if (missed > 0) {
        this.#warn(event, RecordReason.missedSchedule, missedText(missed, "only the latest slot fires"));
      }
      this.#metrics.observe(Metric.scheduleSkewSeconds, (firedAt.getTime() - slot.getTime()) / 1_000);
      const stored = this.#stored(event, result, `the slot ${slot.toISOString()}`);
      return stored === undefined
        ? { settled: { slot }, stored: [] }
        : { settled: undefined, stored: [stored] };
    } catch (failure) {
      const fireID = fireIDOf(event.metadata.uid, sourceKey);
      return { settled: undefined, stored: [{ fireID }], failure };
    }
  }

  /** One after the other, in order of completion: the first that has to be tried again stops the line. */
  async #fireUpstreams(event: AgentEvent, runs: readonly AgentRun[]): Promise<Firing> {
    const upstreamUIDs: string[] = [];
    const stored: StoredFire[] = [];
    const settled = () => (upstreamUIDs.length === 0 ? undefined : { upstreamUIDs });
    for (const run of runs) {
      const { uid } = run.metadata;
      try {
        const fire = await this.#fireUpstream(event, run);
        if (fire === undefined) upstreamUIDs.push(uid);
        else stored.push(fire);
      } catch (failure) {
        const fireID = fireIDOf(event.metadata.uid, { kind: "upstream", uid });
        return { settled: settled(), stored: [...stored, { fireID }], failure };
      }
    }
    return { settled: settled(), stored };
  }

  async #fireUpstream(event: AgentEvent, observed: AgentRun): Promise<StoredFire | undefined> {
    // The cache leaves outputs out. A run that is gone by now has nothing to pass on.
    const run = await this.#store.get(AgentRunResource, keyOf(observed));
    if (run === undefined || run.metadata.uid !== observed.metadata.uid) return undefined;
    const chain = [...(run.spec.trigger.chain ?? []), run.spec.team].slice(-MAX_CHAIN);
    const { event: open, cut } = cutLoops(event, chain, this.#maxChainLoops);
    if (cut.length > 0) {
      const message = `did not start ${cut.join(", ")} after run ${run.metadata.name}: the chain ${chain.join(" → ")} would come back to it`;
      this.#warn(event, RecordReason.fireFailed, message);
      if (open.spec.targets.length === 0) return undefined;
    }
    const { name, uid } = run.metadata;
    const upstream = { team: run.spec.team, run: name, uid, output: run.status?.output ?? "", chain };
    const result = await this.#dispatcher.fire({
      event: open,
      cause: { type: "team-output", upstream },
      sourceKey: { kind: "upstream", uid },
      firedAt: this.#clock.now(),
    });
    return this.#stored(event, result, `the end of run ${name}`);
  }

  /** The stored fire, or undefined where the slot or completion is consumed without one. */
  #stored(event: AgentEvent, result: FireResult, what: string): StoredFire | undefined {
    const source = event.spec.source.type;
    switch (result.kind) {
      case "fired":
        if (!result.isReplay) this.#metrics.count(Metric.firesTotal, { source, result: "fired" });
        return { fireID: result.fireID, runZero: result.runs[0]?.runName };
      case "skipped": {
        const message = `skipped ${what}: run ${result.blockedBy} is active and concurrencyPolicy is Forbid`;
        this.#recorder.record({ about: event, type: "Normal", reason: RecordReason.fireSkipped, message });
        this.#metrics.count(Metric.firesTotal, { source, result: "skipped" });
        return undefined;
      }
      case "flaw":
        this.#warn(event, RecordReason.fireFailed, `nothing was started for ${what}: ${result.message}`);
        this.#metrics.count(Metric.firesTotal, { source, result: "failed" });
        return undefined;
      case "incomplete":
      case "gone":
      case "unobserved":
      case "mismatch": {
        const at = new Date(this.#clock.now().getTime() + RETRY_MS);
        throw new RetryLaterError(`the fire for ${what} is ${result.kind}`, at);
      }
    }
  }

  #warn(event: AgentEvent, reason: RecordReason, message: string): void {
    this.#recorder.record({ about: event, type: "Warning", reason, message });
  }
}

function missedText(missed: number, why: string): string {
  const count =
    missed >= MAX_MISSED ? `${MAX_MISSED} or more slots` : missed === 1 ? "1 slot" : `${missed} slots`;
  return `${count} passed without a fire: ${why}`;
}
