import type { AgentEvent } from "../../lib/api/agent-event.ts";
import { type AgentRun, AgentRunResource } from "../../lib/api/agent-run.ts";
import { keyOf } from "../../lib/api/object.ts";
import { RecordReason } from "../../lib/api/reason.ts";
import { createSibling } from "../dispatch/store-fire.ts";
import type { AccountingPlan } from "../domain/accounting/plan-accounting.ts";
import type { DeletionCause } from "../domain/accounting/settle-fire.ts";
import { hasPhase } from "../domain/firing/fires-of.ts";
import type { Logger } from "../ports/logger.ts";
import type { Recorder } from "../ports/recorder.ts";
import type { Store } from "../ports/store.ts";
import { isStoreError, StoreErrorReason } from "../ports/store-error.ts";

const whyDeleted: Record<DeletionCause, string> = {
  duplicate: "the same fire was stored twice",
  late: "its slot or upstream run had been dealt with before it was stored",
  cancelled: "the first run of its fire was deleted before it was counted",
  leftBehind: "its fire had gone on without it",
};

/** Carries out what accounting asks for besides the status write. */
export class EventAccountant {
  readonly #store: Store;
  readonly #recorder: Recorder;
  readonly #logger: Logger;
  /** By fireID: since when runs of a fire are refused. */
  readonly #refusedSince = new Map<string, Date>();

  constructor(store: Store, recorder: Recorder, logger: Logger) {
    this.#store = store;
    this.#recorder = recorder;
    this.#logger = logger;
  }

  /** Deletes what must not run and makes again what is missing. A sibling that is refused is tried again later. */
  async perform(event: AgentEvent, plan: AccountingPlan, now: Date): Promise<void> {
    for (const { run, cause } of plan.deletions) await this.#delete(event, run, cause);
    for (const { runZero, indexes } of plan.completions) {
      const { fireID = "" } = runZero.spec.trigger;
      const isRefused = await this.#complete(runZero, indexes);
      if (!isRefused) this.#refusedSince.delete(fireID);
      else if (!this.#refusedSince.has(fireID)) this.#refusedSince.set(fireID, now);
    }
  }

  /** Since when this leader has tried in vain to complete a fire. */
  refusedSince(fireID: string): Date | undefined {
    return this.#refusedSince.get(fireID);
  }

  /** Tells people what the status write has settled. */
  report(event: AgentEvent, plan: AccountingPlan): void {
    for (const fire of plan.accounted) {
      const message = `fire ${fire.fireID} started ${fire.runs.map((run) => run.metadata.name).join(", ")}`;
      this.#recorder.record({ about: event, type: "Normal", reason: RecordReason.fired, message });
    }
    for (const fire of plan.incomplete) {
      this.#refusedSince.delete(fire.fireID);
      const message = `fire ${fire.fireID} goes on without runs that were refused for 10 minutes: see the namespace's quota and admission policies`;
      this.#recorder.record({ about: event, type: "Warning", reason: RecordReason.fireFailed, message });
    }
  }

  async #delete(event: AgentEvent, observed: AgentRun, cause: DeletionCause): Promise<void> {
    const run = await this.#store.get(AgentRunResource, keyOf(observed));
    // Deletes follow a live look and carry what was seen: a run that has begun meanwhile stays.
    if (run === undefined || run.metadata.uid !== observed.metadata.uid || hasPhase(run)) return;
    const { uid, resourceVersion } = run.metadata;
    await this.#store.delete(AgentRunResource, keyOf(run), { uid, resourceVersion });
    const message = `deleted run ${run.metadata.name}, which had not started: ${whyDeleted[cause]}`;
    this.#recorder.record({ about: event, type: "Warning", reason: RecordReason.fireFailed, message });
  }

  /** Whether a run that is missing was refused. */
  async #complete(observed: AgentRun, indexes: readonly number[]): Promise<boolean> {
    // The cache leaves inputs out, so the record is read live.
    const runZero = await this.#store.get(AgentRunResource, keyOf(observed));
    if (runZero === undefined || runZero.metadata.uid !== observed.metadata.uid || hasPhase(runZero))
      return false;
    let isAnyRefused = false;
    for (const index of indexes) {
      try {
        await createSibling(this.#store, runZero, index);
      } catch (error) {
        const isRefused =
          isStoreError(error, StoreErrorReason.forbidden) || isStoreError(error, StoreErrorReason.invalid);
        if (!isRefused) throw error;
        isAnyRefused = true;
        const { fireID } = runZero.spec.trigger;
        this.#logger.warn("run of a fire refused", { fireID, runName: runZero.metadata.name, index, error });
      }
    }
    return isAnyRefused;
  }
}
