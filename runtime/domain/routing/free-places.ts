import type { Candidate } from "./choose-endpoint.ts";

/** How many more tasks the ready ones of these pods may take together. */
export function freePlaces(candidates: readonly Candidate[], inFlight: (podUID: string) => number): number {
  let places = 0;
  for (const { isReady, isTerminating, maxConcurrentTasks, podUID } of candidates) {
    if (isReady && !isTerminating) places += Math.max(0, maxConcurrentTasks - inFlight(podUID));
  }
  return places;
}
