import type { DependencyContainer } from "tsyringe";
import { aborted } from "./aborted.ts";
import { Token } from "./tokens.ts";

/** How a process leads. */
export type LeadOptions = {
  readonly onLeading?: () => void;
  /** Whether another process may have led before, and written what this one's caches don't show yet. */
  readonly hasRivals?: boolean;
};

/**
 * Leads for a term: reconciles, schedules and runs steps until the signal aborts. Resolves once nothing is being
 * written any more and the agents that run in this process, if any do, are on their way down: the next leader has its own.
 * Throws StoreError where what exists can't be read.
 */
export async function lead(
  container: DependencyContainer,
  term: AbortSignal,
  { onLeading = () => {}, hasRivals = true }: LeadOptions = {},
): Promise<void> {
  const loops = container.resolve(Token.loops);
  try {
    await loops.start(term, { hasRivals });
    onLeading();
    await aborted(term);
  } finally {
    await loops.stop();
    container.resolve(Token.hosting).letGo();
  }
}
