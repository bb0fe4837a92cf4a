import { isDeepStrictEqual } from "node:util";
import { type AgentEvent, AgentEventResource, type AgentEventStatus } from "../../lib/api/agent-event.ts";
import { AgentRunResource } from "../../lib/api/agent-run.ts";
import { Label } from "../../lib/api/keys.ts";
import type { ObjectKey } from "../../lib/api/object.ts";
import { RecordReason } from "../../lib/api/reason.ts";
import { type EventPlan, planEvent } from "../domain/event/plan-event.ts";
import { settleCursor } from "../domain/event/settle-cursor.ts";
import { RunIndex } from "../domain/firing/run-index.ts";
import type { Clock } from "../ports/clock.ts";
import { Metric, type Metrics } from "../ports/metrics.ts";
import { type Outcome, type Reconciler, settled } from "../ports/reconciler.ts";
import type { Recorder } from "../ports/recorder.ts";
import { DropPace } from "./drop-pace.ts";
import type { EventAccountant } from "./event-accountant.ts";
import { type EventSources, observeEvent } from "./event-world.ts";
import type { SourceFirer, StoredFire } from "./source-firer.ts";
import type { TokenKeeper } from "./token-keeper.ts";

/** Accounts an event's fires, serves its source and reports its status. The leader alone runs it. */
export class EventReconciler implements Reconciler {
  readonly #sources: EventSources;
  readonly #accountant: EventAccountant;
  readonly #tokens: TokenKeeper;
  readonly #firer: SourceFirer;
  readonly #recorder: Recorder;
  readonly #metrics: Metrics;
  readonly #clock: Clock;
  readonly #drops = new DropPace();
  /** By event uid: fires that may have been stored here, which the cache has to show before anything later is fired. */
  readonly #unseen = new Map<string, readonly StoredFire[]>();

  constructor(parts: {
    readonly sources: EventSources;
    readonly accountant: EventAccountant;
    readonly tokens: TokenKeeper;
    readonly firer: SourceFirer;
    readonly recorder: Recorder;
    readonly metrics: Metrics;
    readonly clock: Clock;
  }) {
    this.#sources = parts.sources;
    this.#accountant = parts.accountant;
    this.#tokens = parts.tokens;
    this.#firer = parts.firer;
    this.#recorder = parts.recorder;
    this.#metrics = parts.metrics;
    this.#clock = parts.clock;
  }

  async reconcile(key: ObjectKey): Promise<Outcome> {
    const seen = await observeEvent(this.#sources, key, (event) => this.#isBehind(event));
    if (seen === undefined) return this.#forget(key);
    const { event } = seen;
    const now = this.#clock.now();
    const refusedSince = (fireID: string) => this.#accountant.refusedSince(fireID);
    const plan = planEvent({ ...seen, refusedSince }, now);
    if (plan.tokenAction !== undefined) await this.#tokens.perform(event, plan.tokenAction, now);
    await this.#accountant.perform(event, plan.accounting, now);
    // A process that dies before this write has counted nothing; after it, everything that was accounted.
    const heldMs = this.#drops.waitMs(event, plan.status, this.#clock.monotonicMs());
    const isHeld = heldMs > 0 || isOnlyDue(event, plan);
    const written = isHeld ? event : await this.#write(event, plan.status);
    this.#report(event, plan);
    const firing = await this.#firer.fire(event, plan.due);
    if (firing.stored.length > 0) this.#unseen.set(event.metadata.uid, firing.stored);
    // A skip or a permanent failure is consumed here; dying before this write only means that it is decided again.
    if (firing.settled !== undefined) {
      await this.#write(written, settleCursor(plan.status, firing.settled));
    }
    if (firing.failure !== undefined) throw firing.failure;
    const isIdle = written === event && changesNothing(plan);
    return { requeueAt: heldMs > 0 ? soonest(plan.checkAt, now.getTime() + heldMs) : plan.checkAt, isIdle };
  }

  #forget(key: ObjectKey): Outcome {
    this.#drops.forget(key);
    return settled;
  }

  async #write(event: AgentEvent, status: AgentEventStatus): Promise<AgentEvent> {
    if (isDeepStrictEqual(event.status, status)) return event;
    const { store, events } = this.#sources;
    const written = await store.replaceStatus(AgentEventResource, { ...event, status });
    events.remember(written);
    this.#drops.wrote(written, this.#clock.monotonicMs());
    return written;
  }

  #report(event: AgentEvent, plan: EventPlan): void {
    this.#accountant.report(event, plan.accounting);
    const now = this.#clock.now().getTime();
    for (const fire of plan.accounting.accounted) {
      const lagSeconds = (now - Date.parse(fire.runZero?.spec.trigger.firedAt ?? "")) / 1_000;
      if (!Number.isNaN(lagSeconds))
        this.#metrics.observe(Metric.accountingLagSeconds, Math.max(0, lagSeconds));
    }
    if (plan.turned === undefined) return;
    const isSuspended = plan.turned === "suspended";
    this.#recorder.record({
      about: event,
      type: "Normal",
      reason: isSuspended ? RecordReason.suspended : RecordReason.resumed,
      message: isSuspended ? "nothing fires until spec.suspended is false" : "the source is served again",
    });
  }

  /** Whether a fire that was made here, or may have been, is not visible in the cache yet, though it exists. */
  async #isBehind(event: AgentEvent): Promise<boolean> {
    const { runs } = this.#sources;
    const { uid, namespace } = event.metadata;
    const unseen = [...(this.#unseen.get(uid) ?? [])];
    for (let fire = unseen[0]; fire !== undefined; fire = unseen[0]) {
      const isSeen = runs.byIndex(RunIndex.fire, fire.fireID).length > 0;
      if (!isSeen && (await this.#exists(namespace, fire))) break;
      unseen.shift();
    }
    if (unseen.length === 0) this.#unseen.delete(uid);
    else this.#unseen.set(uid, unseen);
    return unseen.length > 0;
  }

  async #exists(namespace: string | undefined, { fireID, runZero }: StoredFire): Promise<boolean> {
    const { store } = this.#sources;
    if (runZero !== undefined)
      return (await store.get(AgentRunResource, { namespace, name: runZero })) !== undefined;
    const labelSelector = `${Label.fire}=${fireID}`;
    return (await store.list(AgentRunResource, { namespace, labelSelector })).items.length > 0;
  }
}

function soonest(at: Date | undefined, orMs: number): Date {
  return new Date(Math.min(at?.getTime() ?? orMs, orMs));
}

/** Whether a plan has nothing done besides the status. */
function changesNothing({ accounting, tokenAction, due }: EventPlan): boolean {
  const { deletions, completions } = accounting;
  return deletions.length + completions.length === 0 && tokenAction === undefined && due.kind === "none";
}

/**
 * Whether a slot is due and nothing but the next one is to be written down: that goes out with the fire's account, so
 * that a storm of schedules is stored first.
 */
function isOnlyDue({ status }: AgentEvent, plan: EventPlan): boolean {
  if (plan.due.kind !== "slot" || status?.nextFireAt === undefined) return false;
  return isDeepStrictEqual({ ...plan.status, nextFireAt: status.nextFireAt }, status);
}
