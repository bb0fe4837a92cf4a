import type { AgentEvent } from "../../lib/api/agent-event.ts";
import { type AgentRun, AgentRunResource, MAX_CHAIN } from "../../lib/api/agent-run.ts";
import { keyOf } from "../../lib/api/object.ts";
import { RecordReason } from "../../lib/api/reason.ts";
import type { Dispatcher } from "../dispatch/dispatcher.ts";
import type { FireResult } from "../dispatch/fire-result.ts";
import { cutLoops } from "../domain/event/cut-loops.ts";
import type { DueFires } from "../domain/event/plan-source.ts";
import type { Settled } from "../domain/event/settle-cursor.ts";
import { MAX_MISSED } from "../domain/schedule/plan-schedule.ts";
import type { Clock } from "../ports/clock.ts";
import { Metric, type Metrics } from "../ports/metrics.ts";
import { RetryLaterError } from "../ports/reconciler.ts";
import type { Recorder } from "../ports/recorder.ts";
import type { Store } from "../ports/store.ts";

/** What came of firing an event's source. */
export type Firing = {
  /** What is dealt with without a fire and has to be written down. */
  readonly settled: Settled | undefined;
  /** Names of the runs 0 that were stored: the cache has to show them before anything later is decided. */
  readonly stored: readonly string[];
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

  /** Fires what is due. Throws where it has to be tried again; what was stored by then is found again. */
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
    const result = await this.#dispatcher.fire({
      event,
      cause: { type: "cron", slot },
      sourceKey: { kind: "slot", slot },
      firedAt,
    });
    if (missed > 0) {
      this.#warn(event, RecordReason.missedSchedule, missedText(missed, "only the latest slot fires"));
    }
    this.#metrics.observe(Metric.scheduleSkewSeconds, (firedAt.getTime() - slot.getTime()) / 1_000);
    const stored = this.#outcome(event, result, `the slot ${slot.toISOString()}`);
    return stored === undefined
      ? { settled: { slot }, stored: [] }
      : { settled: undefined, stored: [stored] };
  }

  /** One after the other, in order of completion: the first that has to be tried again stops the line. */
  async #fireUpstreams(event: AgentEvent, runs: readonly AgentRun[]): Promise<Firing> {
    const upstreamUIDs: string[] = [];
    const stored: string[] = [];
    for (const run of runs) {
      const runName = await this.#fireUpstream(event, run);
      if (runName === undefined) upstreamUIDs.push(run.metadata.uid);
      else stored.push(runName);
    }
    return { settled: upstreamUIDs.length === 0 ? undefined : { upstreamUIDs }, stored };
  }

  async #fireUpstream(event: AgentEvent, observed: AgentRun): Promise<string | undefined> {
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
    return this.#outcome(event, result, `the end of run ${name}`);
  }

  /** The name of the stored run 0, or undefined where the slot or completion is consumed without a fire. */
  #outcome(event: AgentEvent, result: FireResult, what: string): string | undefined {
    const source = event.spec.source.type;
    switch (result.kind) {
      case "fired":
        if (!result.isReplay) this.#metrics.count(Metric.firesTotal, { source, result: "fired" });
        return result.runs[0]?.runName;
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
