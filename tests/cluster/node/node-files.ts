import { mkdirSync, renameSync } from "node:fs";
import type { CertificateFiles } from "../control-plane/certificate-authority.ts";
import type { ClusterFolder } from "../control-plane/cluster-folder.ts";
import { PAUSE_IMAGE } from "./image/image-archive.ts";
import type { NodeNetwork } from "./node-network.ts";
import type { NodeTools } from "./node-tools.ts";

/** Name of the node in the cluster. */
export const NODE_NAME = "tocsin-test-node";
/** First address of the services' range: pods find the API server there. */
export const API_SERVICE_ADDRESS = "10.96.0.1";

/** Where pods are told to ask for names. There is no server: what a test needs is reached by its address. */
const DNS_ADDRESS = "10.96.0.10";

/** What the files of a node are made of. */
export type NodeParts = {
  readonly tools: NodeTools;
  readonly kubelet: string;
  readonly forwarder: string;
  readonly network: NodeNetwork;
  readonly authority: string;
  readonly serving: CertificateFiles;
  readonly cgroup: string;
};

/** Writes the configuration of containerd, CNI and the kubelet into the cluster's folder. */
export function writeNodeFiles(folder: ClusterFolder, parts: NodeParts): void {
  for (const name of ["kubelet", "pod-logs", "plugins", "cni"])
    mkdirSync(folder.at("node", name), { recursive: true });
  folder.write("node/containerd.toml", containerdConfig(folder, parts.tools));
  folder.write("node/cni/10-bridge.conflist", JSON.stringify(cniConfig(folder, parts.network)));
  folder.write("node/kubelet.json", JSON.stringify(kubeletConfig(folder, parts)));
  // Last, and all of it at once: the machine begins when this file is there.
  renameSync(folder.write("node/unfinished.env", environment(parts)), folder.at("node", "node.env"));
}

function environment({ tools, kubelet, forwarder, network }: NodeParts): string {
  const values = {
    NODE_NAME,
    SERVICE_ADDRESS: API_SERVICE_ADDRESS,
    DNS_ADDRESS,
    UPLINK: network.uplink,
    HOST_ADDRESS: network.hostAddress,
    NODE_ADDRESS: network.nodeAddress,
    TOOLS: tools.folder,
    KUBELET: kubelet,
    NODE: process.execPath,
    FORWARDER: forwarder,
  };
  return Object.entries(values)
    .map(([name, value]) => `${name}='${value}'\n`)
    .join("");
}

/**
 * A container runtime that shares nothing with another. AppArmor and scores of the OOM killer need rights
 * that root of a virtual machine may lack.
 */
function containerdConfig(folder: ClusterFolder, { folder: tools, runc }: NodeTools): string {
  const at = (name: string) => JSON.stringify(folder.at("node", name));
  return `version = 3
root = ${at("containerd")}
state = ${at("containerd-state")}
disabled_plugins = ["io.containerd.nri.v1.nri", "io.containerd.internal.v1.opt"]
[grpc]
address = ${at("containerd.sock")}
[plugins.'io.containerd.cri.v1.images']
snapshotter = "overlayfs"
[plugins.'io.containerd.cri.v1.images'.pinned_images]
sandbox = "${PAUSE_IMAGE}"
[plugins.'io.containerd.cri.v1.runtime']
disable_apparmor = true
restrict_oom_score_adj = true
netns_mounts_under_state_dir = true
[plugins.'io.containerd.cri.v1.runtime'.cni]
bin_dirs = [${JSON.stringify(tools)}]
conf_dir = ${at("cni")}
[plugins.'io.containerd.cri.v1.runtime'.containerd.runtimes.runc]
runtime_type = "io.containerd.runc.v2"
runtime_path = ${JSON.stringify(`${tools}/containerd-shim-runc-v2`)}
[plugins.'io.containerd.cri.v1.runtime'.containerd.runtimes.runc.options]
BinaryName = ${JSON.stringify(runc)}
SystemdCgroup = false
`;
}

function cniConfig(folder: ClusterFolder, { podRange }: NodeNetwork): object {
  const ipam = {
    type: "host-local",
    ranges: [[{ subnet: podRange }]],
    routes: [{ dst: "0.0.0.0/0" }],
    dataDir: folder.at("node", "cni-leases"),
  };
  return {
    cniVersion: "1.0.0",
    name: "tocsin-test",
    plugins: [{ type: "bridge", bridge: "pods", isGateway: true, hairpinMode: true, ipam }],
  };
}

function kubeletConfig(folder: ClusterFolder, { network, authority, serving, cgroup }: NodeParts): object {
  return {
    apiVersion: "kubelet.config.k8s.io/v1beta1",
    kind: "KubeletConfiguration",
    address: network.nodeAddress,
    authentication: { anonymous: { enabled: false }, x509: { clientCAFile: authority } },
    tlsCertFile: serving.certificate,
    tlsPrivateKeyFile: serving.key,
    containerRuntimeEndpoint: `unix://${folder.at("node", "containerd.sock")}`,
    cgroupDriver: "cgroupfs",
    cgroupRoot: `/${cgroup}`,
    failCgroupV1: false,
    failSwapOn: false,
    oomScoreAdj: 0,
    resolvConf: "",
    clusterDNS: [DNS_ADDRESS],
    clusterDomain: "cluster.local",
    // How soon a pod's files follow a changed Secret; a minute by default.
    syncFrequency: "10s",
    makeIPTablesUtilChains: false,
    podLogsDir: folder.at("node", "pod-logs"),
    volumePluginDir: folder.at("node", "plugins"),
    // The disk is the machine's and not the node's: how full it is says nothing about the tests.
    evictionHard: { "memory.available": "100Mi", "nodefs.available": "0%", "imagefs.available": "0%" },
    imageGCHighThresholdPercent: 100,
  };
}
