import { type AgentRun, AgentRunResource } from "../../lib/api/agent-run.ts";
import type { Draft } from "../../lib/api/object.ts";
import { hasPhase } from "../domain/firing/fires-of.ts";
import { siblingDraft } from "../domain/firing/run-drafts.ts";
import type { Store } from "../ports/store.ts";
import { isStoreError, StoreError, StoreErrorReason } from "../ports/store-error.ts";
import type { FireResult } from "./fire-result.ts";

/** How often a create whose outcome is unknown is repeated under the same name. */
const CREATE_TRIES = 3;

/** What came of asking for run 0's name. */
export type RunZeroResult =
  /** It is stored now. */
  | { readonly kind: "created"; readonly run: AgentRun }
  /** The same fire holds it. */
  | { readonly kind: "same"; readonly run: AgentRun }
  /** Another fire holds it. */
  | { readonly kind: "taken"; readonly run: AgentRun };

/**
 * Creates run 0 (protocols A1): once it is stored the fire is committed. A process that dies before has done
 * nothing; one that dies after leaves a record from which the leader makes the other runs.
 */
export async function createRunZero(
  store: Store,
  draft: Draft<AgentRun>,
  tries = CREATE_TRIES,
): Promise<RunZeroResult> {
  try {
    return { kind: "created", run: await store.create(AgentRunResource, draft) };
  } catch (error) {
    const exists = isStoreError(error, StoreErrorReason.alreadyExists);
    const run = exists ? await store.get(AgentRunResource, draft.metadata) : undefined;
    if (run !== undefined) return { kind: isSameFire(run, draft) ? "same" : "taken", run };
    // Deleted between the two calls, or nobody knows whether it was stored: the same name is asked for again.
    const isWorthAnother = exists || isStoreError(error, StoreErrorReason.timeout);
    if (!isWorthAnother || tries <= 1) throw error;
    return createRunZero(store, draft, tries - 1);
  }
}

/**
 * Creates a fire's other runs in parallel from run 0's record (protocols A2) and says how the fire stands.
 * Once run 0 has a phase, missing runs count as ended and are not made again.
 */
export async function completeFire(store: Store, runZero: AgentRun, isReplay: boolean): Promise<FireResult> {
  const { fireID = "", firedAt = "", siblings = [] } = runZero.spec.trigger;
  const runs = siblings.map((sibling) => ({ team: sibling.team, runName: sibling.name }));
  if (!hasPhase(runZero)) {
    const created = await Promise.allSettled(
      siblings.map((_, index) => createSibling(store, runZero, index)),
    );
    if (created.some((result) => result.status === "rejected")) return { kind: "incomplete", fireID };
  }
  return { kind: "fired", fireID, firedAt, runs, isReplay };
}

/** Creates one run of a fire from the record on run 0; one that exists already is fine. Throws StoreError. */
export async function createSibling(store: Store, runZero: AgentRun, index: number): Promise<void> {
  const draft = siblingDraft(runZero, index);
  if (draft === undefined) return;
  const result = await createRunZero(store, draft);
  if (result.kind !== "taken") return;
  const message = `run ${draft.metadata.name} belongs to another fire: the names of two fires collide`;
  throw new StoreError(StoreErrorReason.conflict, message);
}

function isSameFire(run: AgentRun, draft: Draft<AgentRun>): boolean {
  const owner = draft.metadata.ownerReferences?.[0]?.uid;
  const isOwned = run.metadata.ownerReferences?.some((reference) => reference.uid === owner) ?? false;
  return isOwned && run.spec.trigger.fireID === draft.spec.trigger.fireID;
}
