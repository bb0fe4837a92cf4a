/** A pod as the plan sees it. Pods that are being taken down are not shown to it. */
export type PlannedPod<T> = {
  readonly pod: T;
  /** Whether it runs the Agent's present spec. */
  readonly isCurrent: boolean;
  readonly isReady: boolean;
};

/** How many pods to start, and which to take down. */
export type PodPlan<T> = { readonly start: number; readonly stop: readonly T[] };

/**
 * Decides how an agent's pods come to match its spec, as a Deployment's rolling update does: new pods before
 * old ones, an old ready pod for each new one that is not ready yet. Pods are given oldest first.
 */
export function planPods<T>(pods: readonly PlannedPod<T>[], replicas: number): PodPlan<T> {
  const current = pods.filter((pod) => pod.isCurrent).sort(readyFirst);
  const old = pods.filter((pod) => !pod.isCurrent);
  const kept = current.slice(0, replicas);
  const stillNeeded = replicas - kept.filter((pod) => pod.isReady).length;
  // An old pod that is not ready has nothing to offer until the new ones are.
  const oldKept = old.filter((pod) => pod.isReady).slice(0, stillNeeded);
  const stop = [...current.slice(replicas), ...old.filter((pod) => !oldKept.includes(pod))];
  return { start: replicas - kept.length, stop: stop.map(({ pod }) => pod) };
}

function readyFirst(a: PlannedPod<unknown>, b: PlannedPod<unknown>): number {
  return Number(b.isReady) - Number(a.isReady);
}
