/** Lets at most one of several processes lead at a time. */
export interface Leadership {
  /**
   * Campaigns until the signal aborts, and calls `lead` for each term. A term's signal aborts when it is lost or
   * given up; `lead` then ends what it has begun, and resolves. Where `lead` fails the term is given up, and another
   * is sought.
   */
  run(signal: AbortSignal, lead: (term: AbortSignal) => Promise<void>): Promise<void>;
}
