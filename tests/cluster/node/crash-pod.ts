import type { ControlPlane } from "../control-plane/control-plane.ts";
import { until } from "../control-plane/until.ts";
import type { Pod } from "./a-pod.ts";
import type { TestNode } from "./test-node.ts";

/** The kubelet waits longer from one crash to the next: ten seconds, then twenty. */
const LIMIT_MS = 120_000;

/** Ends a pod's processes as a failure does, and waits until the kubelet has started them again. */
export async function crashPod(plane: ControlPlane, node: TestNode, pod: Pod): Promise<void> {
  const { uid, name, namespace } = pod.metadata;
  const before = restartsOf(pod);
  node.killPod(uid);
  await until(`${name} started again`, LIMIT_MS, async () => {
    const found = await plane.client.call<Pod>(`/api/v1/namespaces/${namespace}/pods/${name}`);
    return restartsOf(found) > before ? true : undefined;
  });
}

function restartsOf({ status }: Pod): number {
  return status?.containerStatuses?.[0]?.restartCount ?? 0;
}
