import type { AgentRun } from "../../../lib/api/agent-run.ts";
import type { Draft } from "../../../lib/api/object.ts";
import { isSameJson } from "../../domain/resource/is-same-json.ts";
import type { Store } from "../../ports/store.ts";
import { isStoreError, StoreErrorReason } from "../../ports/store-error.ts";
import { RunType } from "../resource-types.ts";

/** How often a create whose outcome is unknown is repeated under the same name. */
const TRIES = 3;

/** What came of asking for a run's name: it is stored as drafted, or another run has the name. */
export type CreatedRun = { readonly run: AgentRun; readonly isOurs: boolean };

/**
 * Stores a run. The name is the caller's, so asking again after an answer that never came makes no second run:
 * what is found under it is ours where its spec and its owner are. Throws StoreError.
 */
export async function createRun(store: Store, draft: Draft<AgentRun>, tries = TRIES): Promise<CreatedRun> {
  try {
    return { run: await store.create(RunType, draft), isOurs: true };
  } catch (error) {
    const exists = isStoreError(error, StoreErrorReason.alreadyExists);
    const run = exists ? await store.get(RunType, draft.metadata) : undefined;
    if (run !== undefined) return { run, isOurs: isDrafted(run, draft) };
    if (tries <= 1 || !(exists || isStoreError(error, StoreErrorReason.timeout))) throw error;
    return createRun(store, draft, tries - 1);
  }
}

function isDrafted(run: AgentRun, draft: Draft<AgentRun>): boolean {
  const ownerOf = ({ metadata }: AgentRun | Draft<AgentRun>) => metadata.ownerReferences?.[0]?.uid;
  return ownerOf(run) === ownerOf(draft) && isSameJson(run.spec, draft.spec);
}
