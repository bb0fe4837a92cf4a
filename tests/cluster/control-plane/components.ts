import type { CertificateFiles } from "./certificate-authority.ts";
import type { ClusterFolder } from "./cluster-folder.ts";
import type { Component } from "./component.ts";

const HOST = "127.0.0.1";
const SERVICE_RANGE = "10.96.0.0/16";
/** Larger than any run of the tests writes, so that no entry is rotated away. */
const AUDIT_LOG_MEGABYTES = "4000";

/** The store of the API server. Nothing in it outlives the run, so it need not wait for the disk. */
export function etcdComponent(folder: ClusterFolder, binary: string, ports: readonly number[]): Component {
  const [clients, peers] = ports.map((port) => `http://${HOST}:${port}`);
  return {
    name: "etcd",
    binary,
    args: [
      `--data-dir=${folder.at("etcd")}`,
      `--listen-client-urls=${clients}`,
      `--advertise-client-urls=${clients}`,
      `--listen-peer-urls=${peers}`,
      `--initial-advertise-peer-urls=${peers}`,
      `--initial-cluster=default=${peers}`,
      "--unsafe-no-fsync",
      "--log-level=warn",
    ],
  };
}

/** What the API server is made of. */
export type ApiServerParts = {
  readonly binary: string;
  readonly port: number;
  readonly etcdUrl: string;
  readonly authority: string;
  readonly serving: CertificateFiles;
  /** As whom the API server asks a kubelet for logs, if there is one. */
  readonly kubeletClient: CertificateFiles;
  readonly serviceAccountKey: string;
};

/** The API server as a cluster has it: RBAC enforced, and every request in the audit log. */
export function apiServerComponent(folder: ClusterFolder, parts: ApiServerParts): Component {
  return {
    name: "kube-apiserver",
    binary: parts.binary,
    args: [
      `--etcd-servers=${parts.etcdUrl}`,
      `--bind-address=${HOST}`,
      `--advertise-address=${HOST}`,
      `--secure-port=${parts.port}`,
      `--cert-dir=${folder.at("pki")}`,
      `--tls-cert-file=${parts.serving.certificate}`,
      `--tls-private-key-file=${parts.serving.key}`,
      `--client-ca-file=${parts.authority}`,
      "--authorization-mode=Node,RBAC",
      "--enable-admission-plugins=NodeRestriction",
      "--allow-privileged=true",
      `--kubelet-certificate-authority=${parts.authority}`,
      `--kubelet-client-certificate=${parts.kubeletClient.certificate}`,
      `--kubelet-client-key=${parts.kubeletClient.key}`,
      "--kubelet-preferred-address-types=InternalIP",
      `--service-account-key-file=${parts.serviceAccountKey}`,
      `--service-account-signing-key-file=${parts.serviceAccountKey}`,
      "--service-account-issuer=https://kubernetes.default.svc.cluster.local",
      `--service-cluster-ip-range=${SERVICE_RANGE}`,
      "--endpoint-reconciler-type=none",
      `--audit-policy-file=${folder.write("audit-policy.json", JSON.stringify(auditPolicy))}`,
      `--audit-log-path=${folder.auditLog}`,
      `--audit-log-maxsize=${AUDIT_LOG_MEGABYTES}`,
      // Without it SIGTERM waits a minute for open watches to end, and they don't end by themselves.
      "--shutdown-watch-termination-grace-period=1s",
      "--profiling=false",
    ],
  };
}

/** Who did what, without the objects: those may be secrets, and would make the log huge. */
const auditPolicy = {
  apiVersion: "audit.k8s.io/v1",
  kind: "Policy",
  omitStages: ["RequestReceived"],
  rules: [{ level: "None", users: ["system:apiserver"] }, { level: "Metadata" }],
};

/** What the controller manager is made of. */
export type ControllerManagerParts = {
  readonly binary: string;
  readonly kubeconfig: string;
  readonly authority: CertificateFiles;
  readonly serviceAccountKey: string;
};

/** The controllers of a cluster: namespaces, garbage collection, service accounts, deployments and others. */
export function controllerManagerComponent(parts: ControllerManagerParts): Component {
  return {
    name: "kube-controller-manager",
    binary: parts.binary,
    args: [
      `--kubeconfig=${parts.kubeconfig}`,
      "--secure-port=0", // its default port is fixed, and a second cluster on this machine would want it too
      "--leader-elect=false",
      "--use-service-account-credentials=true",
      `--service-account-private-key-file=${parts.serviceAccountKey}`,
      `--root-ca-file=${parts.authority.certificate}`,
      `--cluster-signing-cert-file=${parts.authority.certificate}`,
      `--cluster-signing-key-file=${parts.authority.key}`,
      "--allocate-node-cidrs=false",
      // By default it holds itself to 20 requests a second, which makes up most of its start.
      "--kube-api-qps=500",
      "--kube-api-burst=1000",
    ],
  };
}
