import type { CertificateFiles } from "./certificate-authority.ts";
import { CertificateAuthority } from "./certificate-authority.ts";
import type { ClusterFolder } from "./cluster-folder.ts";
import { type Component, startComponent, untilReady } from "./component.ts";
import { apiServerComponent, controllerManagerComponent, etcdComponent } from "./components.ts";
import { freePorts } from "./free-ports.ts";
import { KubeClient } from "./kube-client.ts";
import { certificateUser, kubeconfigText, loadKubeconfig, ownCluster } from "./kubeconfig.ts";

/** The binaries that a control plane is made of. */
export type ControlPlaneBinaries = Readonly<
  Record<"etcd" | "kube-apiserver" | "kube-controller-manager", string>
>;

const SERVER_NAMES = "IP:127.0.0.1,DNS:localhost,DNS:kubernetes.default.svc,IP:10.96.0.1";
/** All of it takes 4 s on two idle cores; a busy machine is slower, and only one that hangs takes this long. */
const READY_LIMIT_MS = 120_000;

/** Starts etcd, the API server and the controller manager in a fresh folder; ready when this settles. */
export async function startComponents(
  folder: ClusterFolder,
  binaries: ControlPlaneBinaries,
): Promise<Component[]> {
  const [apiPort = 0, ...etcdPorts] = await freePorts(3);
  const url = `https://127.0.0.1:${apiPort}`;
  const etcdUrl = `http://127.0.0.1:${etcdPorts[0]}`;
  const etcd = etcdComponent(folder, binaries.etcd, etcdPorts);
  await startComponent(folder, etcd);
  const keys = await makeKeys(folder, url);
  await untilReady(folder, "etcd", READY_LIMIT_MS, async () => {
    const answer = await fetch(`${etcdUrl}/health`).catch(() => undefined);
    return answer?.ok === true ? true : undefined;
  });
  const apiServer = apiServerComponent(folder, {
    ...keys,
    binary: binaries["kube-apiserver"],
    port: apiPort,
    etcdUrl,
    authority: keys.authority.certificate,
  });
  await startComponent(folder, apiServer);
  await untilApiServerReady(folder);
  const controllerManager = controllerManagerComponent({
    ...keys,
    binary: binaries["kube-controller-manager"],
    kubeconfig: folder.at("kubeconfigs", "controller-manager"),
  });
  await startComponent(folder, controllerManager);
  await untilControllersWork(folder);
  return [etcd, apiServer, controllerManager];
}

/** Waits until the API server says that it is ready, its bootstrap roles included. */
export async function untilApiServerReady(folder: ClusterFolder): Promise<void> {
  const client = new KubeClient(loadKubeconfig(folder.adminKubeconfig));
  await untilReady(folder, "kube-apiserver", READY_LIMIT_MS, () => client.tryGet("/readyz"));
}

/** Controllers work when the namespace that is there from the start has what two of them put into it. */
async function untilControllersWork(folder: ClusterFolder): Promise<void> {
  const client = new KubeClient(loadKubeconfig(folder.adminKubeconfig));
  await untilReady(folder, "kube-controller-manager", READY_LIMIT_MS, async () => {
    const account = await client.tryGet("/api/v1/namespaces/default/serviceaccounts/default");
    return account && (await client.tryGet("/api/v1/namespaces/default/configmaps/kube-root-ca.crt"));
  });
}

type Keys = {
  readonly authority: CertificateFiles;
  readonly serving: CertificateFiles;
  readonly kubeletClient: CertificateFiles;
  readonly serviceAccountKey: string;
};

/** Makes the authority, every key, and the kubeconfigs of the admin and the controller manager. */
async function makeKeys(folder: ClusterFolder, url: string): Promise<Keys> {
  const authority = new CertificateAuthority(folder.at("pki"));
  await authority.create();
  const [serving, admin, kubeletClient, manager, serviceAccountKey] = await Promise.all([
    authority.issue("apiserver", { commonName: "kube-apiserver", serverNames: SERVER_NAMES }),
    authority.issue("admin", { commonName: "tocsin-test-admin", organizations: ["system:masters"] }),
    authority.issue("kubelet-client", { commonName: "kube-apiserver", organizations: ["system:masters"] }),
    authority.issue("controller-manager", { commonName: "system:kube-controller-manager" }),
    authority.makeRsaKey("service-accounts"),
  ]);
  const cluster = ownCluster(url, authority.certificate);
  const write = (name: string, files: CertificateFiles) =>
    folder.write(`kubeconfigs/${name}`, kubeconfigText(cluster, certificateUser(name, files)));
  write("admin", admin);
  write("controller-manager", manager);
  return {
    authority: { certificate: authority.certificate, key: authority.key },
    serving,
    kubeletClient,
    serviceAccountKey,
  };
}
