import { Annotation } from "../../../lib/api/keys.ts";
import type { ContainerState, Pod } from "../../../lib/api/workload-types.ts";

/** A pod without what is large or of no interest here: its spec, its document, most of its status. */
export function slimPod({ apiVersion, kind, metadata, status }: Pod): Pod {
  const { annotations: _, ...meta } = metadata;
  const maxTasks = metadata.annotations?.[Annotation.maxTasks];
  const annotations = maxTasks === undefined ? {} : { [Annotation.maxTasks]: maxTasks };
  return {
    apiVersion,
    kind,
    metadata: { ...meta, annotations },
    status: {
      ...(status?.phase === undefined ? {} : { phase: status.phase }),
      ...(status?.podIP === undefined ? {} : { podIP: status.podIP }),
      ...slimContainers(status),
      conditions: (status?.conditions ?? []).flatMap(({ type, status: value, reason = "", message = "" }) => {
        if (type === "Ready") return [{ type, status: value }];
        return type === "PodScheduled" && value === "False" ? [{ type, status: value, reason, message }] : [];
      }),
    },
  };
}

/** Containers that run are none whose trouble anybody asks for. */
function slimContainers({ containerStatuses = [] }: NonNullable<Pod["status"]> = {}) {
  const stopped = containerStatuses.filter(
    ({ state }) => (state?.waiting ?? state?.terminated) !== undefined,
  );
  if (stopped.length === 0) return {};
  return {
    containerStatuses: stopped.map(({ state, lastState }) => ({
      state: slimState(state),
      lastState: slimState(lastState),
    })),
  };
}

function slimState({ waiting, terminated }: ContainerState = {}): ContainerState {
  const { reason = "", exitCode } = terminated ?? {};
  return {
    ...(waiting && { waiting: { reason: waiting.reason ?? "", message: waiting.message ?? "" } }),
    ...(terminated && { terminated: { reason, ...(exitCode === undefined ? {} : { exitCode }) } }),
  };
}
