import { suite } from "uvu";
import * as assert from "uvu/assert";
import { leaveOut } from "../leave-out.ts";
import type { ControlPlane } from "./control-plane.ts";
import { KubeClient } from "./kube-client.ts";
import { loadKubeconfig } from "./kubeconfig.ts";
import { kubectl } from "./kubectl.ts";
import { startControlPlane } from "./start-control-plane.ts";
import { until } from "./until.ts";

const NAMESPACES = "/api/v1/namespaces";
const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const FORBIDDEN = 403;
const NOT_OWNED = "the cluster is that of KUBECONFIG, not the tests' own";
const RESTART_LIMIT_MS = 30_000;

const test = suite("ControlPlane");
let plane: ControlPlane;

test.before(async () => {
  plane = await startControlPlane();
  await plane.reset();
});

test.after(async () => {
  await plane.reset();
  await plane.stop();
});

const clientOf = (kubeconfig: string) => new KubeClient(loadKubeconfig(kubeconfig));

test("is a Kubernetes that runs CEL rules", () => {
  const minor = Number(/^v1\.(\d+)\./.exec(plane.version)?.[1]);
  assert.ok(minor >= 30, plane.version);
});

test("denies a user whom no role knows, and says so in its audit log", async () => {
  const stranger = clientOf(await plane.makeUser("stranger/of+the house"));
  const { status } = await stranger.send("/api/v1/namespaces/default/pods/x/log");
  assert.is(status, FORBIDDEN);
  if (!plane.isOwned) return leaveOut("the audit log", NOT_OWNED);
  const denied = await plane.deniedRequests("stranger/of+the house");
  assert.equal(
    denied.map(({ verb, resource }) => ({ verb, resource })),
    [{ verb: "get", resource: "pods/log" }],
  );
  assert.equal(await plane.deniedRequests("tocsin-test-admin"), []);
});

test("knows a user's groups", async () => {
  const viewer = clientOf(await plane.makeUser("viewer", ["auditors", "tocsin:viewers"]));
  await bindToView("tocsin-test-viewers", { kind: "Group", name: "tocsin:viewers" });
  await until("the binding in force", RESTART_LIMIT_MS, async () =>
    (await viewer.send(`${NAMESPACES}/default/pods`)).status === 200 ? true : undefined,
  );
  assert.is((await viewer.send(`${NAMESPACES}/default/secrets`)).status, FORBIDDEN);
});

test("gives a service account a kubeconfig with its own rights and no more", async () => {
  const namespace = await plane.makeNamespace();
  const account = { metadata: { name: "worker" } };
  await plane.client.call(`${NAMESPACES}/${namespace}/serviceaccounts`, { method: "POST", body: account });
  const worker = clientOf(await plane.serviceAccountKubeconfig(namespace, "worker"));
  const review = { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" };
  const answer = await worker.call<{ status: { userInfo: { username: string } } }>(
    "/apis/authentication.k8s.io/v1/selfsubjectreviews",
    { method: "POST", body: review },
  );
  assert.is(answer.status.userInfo.username, `system:serviceaccount:${namespace}:worker`);
  assert.is((await worker.send(`${NAMESPACES}/${namespace}/secrets`)).status, FORBIDDEN);
});

test("answers kubectl", async () => {
  const { code, stdout, stderr } = await kubectl(plane, ["get", "namespaces", "-o", "name"]);
  assert.is(code, 0, stderr);
  assert.match(stdout, "namespace/kube-system");
});

test("keeps its data and its controllers over a stop of the API server", async () => {
  if (!plane.isOwned) return leaveOut("a stopped API server", NOT_OWNED);
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    const namespace = await plane.makeNamespace();
    await plane.stopApiServer(signal);
    assert.is(await plane.client.tryGet("/version"), undefined);
    await plane.startApiServer();
    await plane.client.call(`${NAMESPACES}/${namespace}`);
    await until("the controllers back at work", RESTART_LIMIT_MS, () =>
      plane.client.tryGet(`${NAMESPACES}/${namespace}/serviceaccounts/default`),
    );
  }
});

test("takes away namespaces, CRDs and cluster roles that tests made, finalizers or not", async () => {
  const namespace = await plane.makeNamespace();
  await bindToView("tocsin-test-binding", { kind: "User", name: "somebody" });
  await plane.client.call(DEFINITIONS, { method: "POST", body: bellDefinition });
  const bells = `/apis/tocsin.dev/v1/namespaces/${namespace}/bells`;
  const bell = {
    apiVersion: "tocsin.dev/v1",
    kind: "Bell",
    metadata: { name: "stuck", finalizers: ["tocsin.dev/of-a-dead-operator"] },
  };
  await until("the new kind served", RESTART_LIMIT_MS, async () =>
    (await plane.client.send(bells, { method: "POST", body: bell })).status === 201 ? true : undefined,
  );

  await plane.reset();

  for (const path of [
    `${NAMESPACES}/${namespace}`,
    `${DEFINITIONS}/bells.tocsin.dev`,
    "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/tocsin-test-binding",
  ])
    assert.is((await plane.client.send(path)).status, 404, path);
  await plane.client.call(`${NAMESPACES}/kube-system`);
  await plane.client.call("/apis/rbac.authorization.k8s.io/v1/clusterroles/view");
});

async function bindToView(name: string, subject: { kind: string; name: string }): Promise<void> {
  await plane.client.call("/apis/rbac.authorization.k8s.io/v1/clusterrolebindings", {
    method: "POST",
    body: {
      metadata: { name },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "view" },
      subjects: [{ apiGroup: "rbac.authorization.k8s.io", ...subject }],
    },
  });
}

const bellDefinition = {
  metadata: { name: "bells.tocsin.dev" },
  spec: {
    group: "tocsin.dev",
    scope: "Namespaced",
    names: { plural: "bells", kind: "Bell" },
    versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
  },
};

test.run();
