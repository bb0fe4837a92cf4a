import type { HttpProbeFields } from "../../../lib/api/pod-template.ts";

/** What a pod's probes have found so far. */
export type ProbeStreak = {
  readonly isReady: boolean;
  /** Whether the last probe passed, and how many before it in a row ended alike; 0 before the first. */
  readonly hasPassed: boolean;
  readonly length: number;
};

/** A pod that has not been probed: not ready, as the kubelet has it. */
export const notProbed: ProbeStreak = { isReady: false, hasPassed: false, length: 0 };

/** Adds a probe's result: readiness changes when as many in a row agree as the threshold wants. */
export function afterProbe(
  streak: ProbeStreak,
  hasPassed: boolean,
  fields: Pick<HttpProbeFields, "successThreshold" | "failureThreshold">,
): ProbeStreak {
  const length = hasPassed === streak.hasPassed ? streak.length + 1 : 1;
  const threshold = hasPassed ? fields.successThreshold : fields.failureThreshold;
  return { isReady: length >= threshold ? hasPassed : streak.isReady, hasPassed, length };
}
