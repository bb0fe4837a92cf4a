import { Annotation, Label } from "../../../lib/api/keys.ts";
import type { OwnerReference } from "../../../lib/api/object.ts";
import type { Pod } from "../../../lib/api/workload-types.ts";
import type { UnhealthyVerdict } from "./parse-verdict.ts";
import { podTrouble } from "./pod-trouble.ts";

/** What a pod says of itself, whoever made it. */
export type ObservedPod = {
  readonly namespace: string;
  /** The agent whose label it carries; that alone proves nothing. */
  readonly agent: string;
  readonly pod: string;
  readonly podUID: string;
  /** Whether the kubelet's readiness probe passes, and it is not being taken down. */
  readonly isReady: boolean;
  readonly isTerminating: boolean;
  /** Whether it has ended and never works again, though the object is still there: evicted, for example. */
  readonly isOver: boolean;
  /** What keeps it from running, if anything does. */
  readonly trouble: UnhealthyVerdict | undefined;
  readonly address: string | undefined;
  readonly maxConcurrentTasks: number;
  /** The ReplicaSet that controls it; absent: none does. */
  readonly replicaSet: OwnerReference | undefined;
};

/** Reads what matters of a pod. */
export function observePod(pod: Pod): ObservedPod {
  const { metadata, status = {} } = pod;
  const { namespace = "", name, uid, labels, annotations, ownerReferences, deletionTimestamp } = metadata;
  const isTerminating = deletionTimestamp !== undefined;
  const isOver = status.phase === "Failed" || status.phase === "Succeeded";
  const passes = status.conditions?.some((each) => each.type === "Ready" && each.status === "True") ?? false;
  const address = status.podIP === "" ? undefined : status.podIP;
  const controller = ownerReferences?.find((owner) => owner.controller === true);
  return {
    namespace,
    agent: labels?.[Label.agent] ?? "",
    pod: name,
    podUID: uid,
    isReady: passes && !isTerminating && !isOver && address !== undefined,
    isTerminating,
    isOver,
    trouble: podTrouble(pod),
    address,
    maxConcurrentTasks: readMaxTasks(annotations?.[Annotation.maxTasks]),
    replicaSet: controller?.kind === "ReplicaSet" ? controller : undefined,
  };
}

/** A pod that does not say it works on one task at a time: it turns away what is too much for it anyway. */
function readMaxTasks(text: string | undefined): number {
  return text !== undefined && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1;
}
