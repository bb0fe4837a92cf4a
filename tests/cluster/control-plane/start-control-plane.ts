import { KubeConfig } from "@kubernetes/client-node";
import type { Report } from "./binaries/build-binary.ts";
import { findBinary } from "./binaries/find-binary.ts";
import { ClusterFolder } from "./cluster-folder.ts";
import type { Component } from "./component.ts";
import { ControlPlane } from "./control-plane.ts";
import { KubeClient } from "./kube-client.ts";
import { readBaseline } from "./reset-cluster.ts";
import { setGuardian } from "./set-guardian.ts";
import { startComponents } from "./start-components.ts";
import { sweep } from "./sweep.ts";

/** Names the folder of a control plane that runs already, for the test files of one run to share. */
export const SHARED_CLUSTER = "TOCSIN_TEST_CLUSTER";

/** The CRDs carry CEL rules, and this is the first version on which every one of them runs. */
const OLDEST_MINOR = 30;

/**
 * Gives the tests a control plane: the one that this run of the tests shares, else the cluster that
 * `KUBECONFIG` names, else a new one on this machine.
 *
 * @throws BinaryIsUnavailable when the machine has no control plane and can't build one.
 */
export async function startControlPlane(report: Report = () => undefined): Promise<ControlPlane> {
  const shared = process.env[SHARED_CLUSTER];
  if (shared !== undefined && shared !== "") return ControlPlane.share(new ClusterFolder(shared));
  const given = process.env["KUBECONFIG"];
  return given === undefined || given === "" ? await startOwned(report) : await adopt(report);
}

async function startOwned(report: Report): Promise<ControlPlane> {
  const binaries = {
    etcd: await findBinary("etcd", report),
    "kube-apiserver": await findBinary("kube-apiserver", report),
    "kube-controller-manager": await findBinary("kube-controller-manager", report),
  };
  const startedAt = performance.now();
  const controlPlane = await inNewFolder(async (folder) => ({
    isOwned: true,
    components: await startComponents(folder, binaries),
  }));
  report(`Kubernetes ${controlPlane.version} ready in ${seconds(startedAt)} s`);
  return controlPlane;
}

/** Uses a cluster that is there already, of which only what the tests make is ever taken away. */
async function adopt(report: Report): Promise<ControlPlane> {
  const config = new KubeConfig();
  config.loadFromDefault();
  const controlPlane = await inNewFolder(async (folder) => {
    folder.write("kubeconfigs/admin", config.exportConfig());
    return { isOwned: false, components: [] };
  });
  report(`using the cluster of KUBECONFIG, context ${config.getCurrentContext()}, ${controlPlane.version}`);
  return controlPlane;
}

type Beginning = { readonly isOwned: boolean; readonly components: readonly Component[] };

async function inNewFolder(begin: (folder: ClusterFolder) => Promise<Beginning>): Promise<ControlPlane> {
  const folder = ClusterFolder.make();
  setGuardian(folder);
  try {
    const beginning = await begin(folder);
    const config = new KubeConfig();
    config.loadFromFile(folder.adminKubeconfig);
    const client = new KubeClient(config);
    const version = await readVersion(client);
    folder.save({ ...beginning, version, baseline: await readBaseline(client) });
    return ControlPlane.own(folder);
  } catch (error) {
    await sweep(folder);
    throw error;
  }
}

async function readVersion(client: KubeClient): Promise<string> {
  const { gitVersion } = await client.call<{ readonly gitVersion: string }>("/version");
  const [major, minor] = gitVersion.replace(/^v/, "").split(".").map(Number);
  if (major === 1 && (minor ?? 0) < OLDEST_MINOR)
    throw new Error(`the cluster is Kubernetes ${gitVersion}; the CRDs need 1.${OLDEST_MINOR} or newer`);
  return gitVersion;
}

function seconds(startedAt: number): string {
  return ((performance.now() - startedAt) / 1_000).toFixed(1);
}
