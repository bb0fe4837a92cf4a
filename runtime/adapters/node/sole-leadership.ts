import type { Leadership } from "../../ports/leadership.ts";

/**
 * The {@link Leadership} of a process that has no rivals: it leads from the start to the end,
 * and throws what leading throws.
 */
export class SoleLeadership implements Leadership {
  async run(signal: AbortSignal, lead: (term: AbortSignal) => Promise<void>): Promise<void> {
    if (!signal.aborted) await lead(signal);
  }
}
