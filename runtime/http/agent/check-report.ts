/** What the last readiness check found, as `/readyz` and `/verdict` answer it. */
export type CheckReport = {
  readonly verdict: "Healthy" | "Unhealthy";
  /** Why it is unhealthy: one word of a closed set, and a sentence. */
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
  /** When the check ended. */
  readonly at: Date;
  readonly durationMs: number;
};

/** A report as it is served: `cached` where nobody was asked for it. */
export type ServedReport = CheckReport & { readonly cached?: boolean };

/** Decides whether the pod is ready for tasks. */
export interface Readiness {
  /** Checks now, or shares the check that runs, or serves the last report. Never throws. */
  check(): Promise<ServedReport>;
  /** The last report, without checking; undefined before the first. */
  last(): CheckReport | undefined;
}
