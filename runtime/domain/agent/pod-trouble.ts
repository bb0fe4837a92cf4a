import type { ContainerState, Pod } from "../../../lib/api/workload-types.ts";
import { MAX_MESSAGE_CHARS, type UnhealthyVerdict } from "./parse-verdict.ts";

/** Why a pod does not even get to say how it is. Kubernetes' own words for it stand in the message. */
export const PodTroubleReason = {
  notScheduled: "PodNotScheduled",
  imageNotPulled: "ImageNotPulled",
  containerNotStarted: "ContainerNotStarted",
  containerCrashes: "ContainerCrashes",
} as const;
export type PodTroubleReason = (typeof PodTroubleReason)[keyof typeof PodTroubleReason];

/** What a container waits for where all is well. */
const ON_ITS_WAY: readonly string[] = ["ContainerCreating", "PodInitializing"];
/** ErrImagePull and ImagePullBackOff take turns, and are one trouble. */
const IMAGE_TROUBLE = /Image|Registry/;

/**
 * Finds what keeps a pod from running: no node takes it, its image can't be pulled, its container does not start or
 * ends again and again. Such a pod answers nobody, and the kubelet alone knows why.
 * Source: https://kubernetes.io/docs/tasks/debug/debug-application/debug-pods/
 */
export function podTrouble({ status }: Pod): UnhealthyVerdict | undefined {
  const unscheduled = status?.conditions?.find((each) => each.type === "PodScheduled" && isFalse(each));
  if (unscheduled !== undefined) return trouble(PodTroubleReason.notScheduled, unscheduled);
  for (const { state, lastState } of status?.containerStatuses ?? []) {
    const found = containerTrouble(state, lastState);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether a probe's reason is one of these, and so nothing that a pod has said itself. */
export function isPodTrouble(reason: string | undefined): boolean {
  return Object.values<string | undefined>(PodTroubleReason).includes(reason);
}

function containerTrouble(
  { waiting, terminated }: ContainerState = {},
  { terminated: before }: ContainerState = {},
): UnhealthyVerdict | undefined {
  if (terminated !== undefined) return crash(terminated);
  const { reason } = waiting ?? {};
  if (waiting === undefined || reason === undefined || ON_ITS_WAY.includes(reason)) return undefined;
  if (reason === "CrashLoopBackOff") return crash(before ?? {});
  const { imageNotPulled, containerNotStarted } = PodTroubleReason;
  return trouble(IMAGE_TROUBLE.test(reason) ? imageNotPulled : containerNotStarted, waiting);
}

/** Of how often it crashed nothing is said: that changes, and the trouble is the same. */
function crash({ reason, exitCode }: NonNullable<ContainerState["terminated"]>): UnhealthyVerdict {
  const message = `exit code ${exitCode ?? "unknown"}; its log tells more`;
  return trouble(PodTroubleReason.containerCrashes, { reason, message });
}

function trouble(
  reason: PodTroubleReason,
  said: { readonly reason?: string | undefined; readonly message?: string | undefined },
): UnhealthyVerdict {
  const message = [said.reason, said.message].filter((part) => part !== undefined && part !== "").join(": ");
  return { reason, message: message.slice(0, MAX_MESSAGE_CHARS) };
}

function isFalse({ status }: { readonly status: string }): boolean {
  return status === "False";
}
