import type { AgentRun, AgentRunSpec } from "../../lib/api/agent-run.ts";
import { keyOf, keyText } from "../../lib/api/object.ts";
import { hasPhase } from "../domain/firing/fires-of.ts";
import type { CacheChange } from "../ports/cache.ts";

/** Most text of inputs that is kept, in UTF-16 units: 32 fires as large as a fire may be. */
const MAX_UNITS = 16 * 1_048_576;

type Kept = { readonly run: AgentRun; readonly units: number };

/**
 * Runs that have come by the watch and not begun, whole: a fire begins a moment after it was stored, and need not be
 * read again for its inputs, which the cache leaves out. What finds no room is read live.
 */
export class FreshRuns {
  readonly #maxUnits: number;
  readonly #kept = new Map<string, Kept>();
  #units = 0;

  constructor(maxUnits = MAX_UNITS) {
    this.#maxUnits = maxUnits;
  }

  /** Takes in what the cache learns. */
  follow({ before, after, whole }: CacheChange<AgentRun>): void {
    const run = after ?? before;
    if (run !== undefined) this.forget(run);
    if (whole === undefined || hasPhase(whole)) return;
    const units = unitsOf(whole.spec);
    if (this.#units + units > this.#maxUnits) return;
    this.#units += units;
    this.#kept.set(keyText(keyOf(whole)), { run: whole, units });
  }

  /** The whole run in the version that the cache shows. */
  find(cached: AgentRun): AgentRun | undefined {
    const run = this.#kept.get(keyText(keyOf(cached)))?.run;
    const { uid, resourceVersion } = cached.metadata;
    const isSame = run?.metadata.uid === uid && run.metadata.resourceVersion === resourceVersion;
    return isSame ? run : undefined;
  }

  /** Has a run read live the next time. */
  forget(run: AgentRun): void {
    const id = keyText(keyOf(run));
    this.#units -= this.#kept.get(id)?.units ?? 0;
    this.#kept.delete(id);
  }
}

/** What a run holds beside its inputs, so that the number of small ones is bounded as well. */
const BESIDES_UNITS = 1_024;

function unitsOf({ input, trigger }: AgentRunSpec): number {
  const inputs = [input, ...(trigger.siblings ?? []).map((sibling) => sibling.input)];
  const texts = inputs.flatMap((each) => Object.values(each ?? {}));
  return texts.reduce((units, text) => units + text.length, BESIDES_UNITS);
}
