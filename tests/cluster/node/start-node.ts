import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Report } from "../control-plane/binaries/build-binary.ts";
import { findBinary } from "../control-plane/binaries/find-binary.ts";
import { CertificateAuthority } from "../control-plane/certificate-authority.ts";
import { ClusterFolder } from "../control-plane/cluster-folder.ts";
import { type Component, livePid, startComponent, untilReady } from "../control-plane/component.ts";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import { certificateUser, kubeconfigText, ownCluster } from "../control-plane/kubeconfig.ts";
import { makeCgroup } from "./cgroups.ts";
import { importPause } from "./image/pause-image.ts";
import { importProduct, NEXT_PRODUCT_IMAGE, PRODUCT_IMAGE } from "./image/product-image.ts";
import { API_SERVICE_ADDRESS, NODE_NAME, writeNodeFiles } from "./node-files.ts";
import { linkNode, type NodeNetwork, routeToPods } from "./node-network.ts";
import { findNodeTools, type NodeTools } from "./node-tools.ts";
import { NodeIsUnavailable, probeMachine } from "./probe-machine.ts";
import { cgroupOf, noteLink } from "./sweep-node.ts";
import { TestNode } from "./test-node.ts";

const machinePath = fileURLToPath(new URL("./machine.sh", import.meta.url));
const forwarderPath = fileURLToPath(new URL("./forwarder.ts", import.meta.url));
/** It takes 5 s on two idle cores; only a machine that hangs takes this long. */
const READY_LIMIT_MS = 120_000;

/**
 * Gives a test cluster a scheduler and a node that has the product's image, or finds the one it has. It ends
 * with the control plane.
 *
 * @throws NodeIsUnavailable when this machine can't run one, with the reason
 */
export async function startNode(plane: ControlPlane, report: Report = () => undefined): Promise<TestNode> {
  const folder = new ClusterFolder(plane.folder);
  const started = TestNode.find(folder);
  if (started !== undefined) return started;
  const node = await startBareNode(plane, report);
  await importProduct(plane, node, [PRODUCT_IMAGE, NEXT_PRODUCT_IMAGE], report);
  return node;
}

/** The same, with the image of a pod's sandbox and no other. */
export async function startBareNode(plane: ControlPlane, report: Report): Promise<TestNode> {
  if (!plane.isOwned)
    throw new NodeIsUnavailable(
      "the cluster of KUBECONFIG has no node of the tests', with images of their own",
    );
  await probeMachine();
  const binaries = await findBinaries(report);
  const startedAt = performance.now();
  const node = await start(plane, new ClusterFolder(plane.folder), binaries);
  report(`node ready in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
  return node;
}

type Binaries = { readonly kubelet: string; readonly scheduler: string; readonly tools: NodeTools };

async function findBinaries(report: Report): Promise<Binaries> {
  try {
    const [scheduler, kubelet] = [
      await findBinary("kube-scheduler", report),
      await findBinary("kubelet", report),
    ];
    return { scheduler, kubelet, tools: await findNodeTools(report) };
  } catch (cause) {
    throw new NodeIsUnavailable(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

async function start(plane: ControlPlane, folder: ClusterFolder, binaries: Binaries): Promise<TestNode> {
  mkdirSync(folder.at("node"));
  makeCgroup(cgroupOf(folder));
  await startComponent(folder, machineComponent(folder));
  const pid = livePid(folder, "node");
  if (pid === undefined) throw new Error("the node's machine has ended at once");
  const network = await linkNode(pid);
  noteLink(folder, network.link);
  const authority = new CertificateAuthority(folder.at("pki"));
  const serving = await authority.issue("kubelet", {
    commonName: `system:node:${NODE_NAME}`,
    organizations: ["system:nodes"],
    serverNames: `IP:${network.nodeAddress}`,
  });
  const cluster = ownCluster(`https://${API_SERVICE_ADDRESS}`, authority.certificate);
  folder.write("kubeconfigs/kubelet", kubeconfigText(cluster, certificateUser("kubelet", serving)));
  await startComponent(folder, forwarderComponent(folder, plane.url));
  await startComponent(folder, await schedulerComponent(folder, plane, authority, binaries.scheduler));
  writeNodeFiles(folder, {
    ...{ tools: binaries.tools, kubelet: binaries.kubelet, forwarder: forwarderPath, network, serving },
    ...{ authority: authority.certificate, cgroup: cgroupOf(folder) },
  });
  return await untilNodeReady(plane, folder, network, binaries.tools);
}

async function untilNodeReady(
  plane: ControlPlane,
  folder: ClusterFolder,
  network: NodeNetwork,
  tools: NodeTools,
): Promise<TestNode> {
  await untilReady(folder, "node", READY_LIMIT_MS, async () => {
    type Node = { readonly status?: { readonly conditions?: readonly { type: string; status: string }[] } };
    const node = await plane.client.tryGet<Node>(`/api/v1/nodes/${NODE_NAME}`);
    return node?.status?.conditions?.find(({ type, status }) => type === "Ready" && status === "True");
  });
  await routeToPods(network);
  const node = TestNode.own(folder, { network, ctr: `${tools.folder}/ctr` });
  await importPause(node, folder, tools.folder);
  return node;
}

function machineComponent(folder: ClusterFolder): Component {
  const inside = ["bash", machinePath, "outside", folder.path];
  return { name: "node", binary: "unshare", args: ["--net", "--mount", ...inside] };
}

/** The half of the way to the API server that lies on this machine; the machine of the node has the other. */
function forwarderComponent(folder: ClusterFolder, url: string): Component {
  const args = [forwarderPath, folder.path, folder.at("node", "api.sock"), new URL(url).host];
  return {
    name: "api-forwarder",
    binary: process.execPath,
    args: ["--disable-warning=ExperimentalWarning", ...args],
  };
}

async function schedulerComponent(
  folder: ClusterFolder,
  plane: ControlPlane,
  authority: CertificateAuthority,
  binary: string,
): Promise<Component> {
  const files = await authority.issue("scheduler", { commonName: "system:kube-scheduler" });
  const text = kubeconfigText(
    ownCluster(plane.url, authority.certificate),
    certificateUser("scheduler", files),
  );
  const kubeconfig = folder.write("kubeconfigs/scheduler", text);
  const own = [`--kubeconfig=${kubeconfig}`, "--leader-elect=false", "--secure-port=0"];
  return { name: "kube-scheduler", binary, args: own };
}
