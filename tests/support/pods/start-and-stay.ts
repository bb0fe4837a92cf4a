/** Starts a test cluster with a node and a pod, says which folder it is in, and stays until it is killed. */
import { SHARED_CLUSTER, startControlPlane } from "../../cluster/control-plane/start-control-plane.ts";
import { until } from "../../cluster/control-plane/until.ts";
import { PAUSE_IMAGE } from "../../cluster/node/image/image-archive.ts";
import { startBareNode } from "../../cluster/node/start-node.ts";

const LIMIT_MS = 60_000;

delete process.env[SHARED_CLUSTER]; // that of whoever started this
const plane = await startControlPlane();
const node = await startBareNode(plane, () => undefined);
const pods = "/api/v1/namespaces/default/pods";
const container = { name: "pause", image: PAUSE_IMAGE };
const pod = { metadata: { name: "orphan" }, spec: { containers: [container] } };
await plane.client.call(pods, { method: "POST", body: pod });
await until("the pod running", LIMIT_MS, async () => {
  type Found = { readonly status: { readonly phase: string } };
  const { status } = await plane.client.call<Found>(`${pods}/orphan`);
  return status.phase === "Running" ? true : undefined;
});
process.stdout.write(`${plane.folder} ${node.link}\n`);
process.stdin.resume();
