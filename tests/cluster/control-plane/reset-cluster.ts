import { setTimeout as delay } from "node:timers/promises";
import { GROUP } from "../../../lib/api/group.ts";
import type { KubeClient } from "./kube-client.ts";
import { stripFinalizers } from "./strip-finalizers.ts";
import { until } from "./until.ts";

/** Names that were there before the first test, by the path of their collection. */
export type ClusterBaseline = Readonly<Record<string, readonly string[]>>;

/** Objects that belong to no namespace and that tests make. Those that refuse or change requests go first. */
const COLLECTIONS: readonly string[] = [
  "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
  "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations",
  "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings",
  "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies",
  "/api/v1/namespaces",
  "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
  "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
  "/apis/rbac.authorization.k8s.io/v1/clusterroles",
  "/apis/scheduling.k8s.io/v1/priorityclasses",
  "/apis/certificates.k8s.io/v1/certificatesigningrequests",
];

/** The namespace controller takes some seconds a namespace, and a new CRD's instances up to 20 s. */
const GONE_LIMIT_MS = 300_000;
/** Each round makes dozens of requests of a server that has thousands of objects to delete. */
const ROUND_MS = 500;

type NameList = { readonly items: readonly { readonly metadata: { readonly name: string } }[] };

/** Notes what a cluster holds before the first test. */
export async function readBaseline(client: KubeClient): Promise<ClusterBaseline> {
  const lists = COLLECTIONS.map(async (path) => [path, await namesIn(client, path)] as const);
  return Object.fromEntries(await Promise.all(lists));
}

/** What `resetCluster` goes by. */
export type ResetRules = {
  readonly baseline: ClusterBaseline;
  /** On a cluster that others use as well, only what carries the project's name is taken away. */
  readonly isOwned: boolean;
};

/** Takes away all that tests have made, with or without an operator alive to let go of its finalizers. */
export async function resetCluster(client: KubeClient, rules: ResetRules): Promise<void> {
  const leftIn = async (path: string) =>
    (await namesIn(client, path)).filter((name) => isFromATest(path, name, rules));
  for (const path of COLLECTIONS)
    for (const name of await leftIn(path)) await client.send(`${path}/${name}`, { method: "DELETE" });
  await until("everything that tests made gone", GONE_LIMIT_MS, async () => {
    const left = await Promise.all(COLLECTIONS.map(leftIn));
    if (left.every((names) => names.length === 0)) return true;
    for (const namespace of left[COLLECTIONS.indexOf(NAMESPACES)] ?? []) await endPods(client, namespace);
    // In every round: an operator that is still alive puts its finalizers on again.
    const definitions = left[COLLECTIONS.indexOf(DEFINITIONS)] ?? [];
    for (const definition of definitions) await stripFinalizers(client, definition);
    await delay(ROUND_MS);
    return undefined;
  });
}

/** The namespace controller looks again after half the grace of its pods, and that of an agent is minutes. */
async function endPods(client: KubeClient, namespace: string): Promise<void> {
  const path = `${NAMESPACES}/${namespace}/pods`;
  await client.send(path, { method: "DELETE", body: { gracePeriodSeconds: 0 } });
}

const NAMESPACES = "/api/v1/namespaces";
const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

function isFromATest(path: string, name: string, { baseline, isOwned }: ResetRules): boolean {
  if (baseline[path]?.includes(name) === true) return false;
  if (isOwned) return true;
  return path === DEFINITIONS ? name.endsWith(`.${GROUP}`) : name.startsWith("tocsin");
}

async function namesIn(client: KubeClient, path: string): Promise<string[]> {
  const { items } = await client.call<NameList>(path);
  return items.map(({ metadata }) => metadata.name);
}
