import { Annotation } from "../../../lib/api/keys.ts";
import type { Pod } from "../../../lib/api/workload-types.ts";

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
      conditions: (status?.conditions ?? [])
        .filter(({ type }) => type === "Ready")
        .map(({ type, status: value }) => ({ type, status: value })),
    },
  };
}
