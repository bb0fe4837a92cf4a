/** What people may do once dist/ is applied: a team's daily work, and no forging of fires. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { API_VERSION, GROUP, OPERATOR_NAME, OPERATOR_NAMESPACE, VERSION } from "../../../lib/api/group.ts";
import { Label } from "../../../lib/api/keys.ts";
import type { ControlPlane } from "../../cluster/control-plane/control-plane.ts";
import { KubeClient } from "../../cluster/control-plane/kube-client.ts";
import { loadKubeconfig } from "../../cluster/control-plane/kubeconfig.ts";
import { kubectl } from "../../cluster/control-plane/kubectl.ts";
import { startControlPlane } from "../../cluster/control-plane/start-control-plane.ts";
import { until } from "../../cluster/control-plane/until.ts";
import { makeMember } from "../../support/operator/member.ts";

const test = suite("the installed roles");
const LIMIT_MS = 60_000;
const CREATED = 201;
const FORBIDDEN = 403;
let plane: ControlPlane;
let namespace: string;
let editor: KubeClient;
let viewer: KubeClient;
let admin: KubeClient;
let operator: KubeClient;

const pathOf = (plural: string, name = "") =>
  `/apis/${GROUP}/${VERSION}/namespaces/${namespace}/${plural}${name && `/${name}`}`;
const core = (plural: string, name = "") => `/api/v1/namespaces/${namespace}/${plural}${name && `/${name}`}`;

const aRun = (name: string, trigger: object, labels: object = {}) => ({
  apiVersion: API_VERSION,
  kind: "AgentRun",
  metadata: { name, labels },
  spec: { team: "desk", trigger },
});
const FORGED = { type: "webhook", event: "bell", fireID: "f1" };
const fire = { [Label.fire]: "f1" };
const createRun = (client: KubeClient, body: object) =>
  client.send(pathOf("agentruns"), { method: "POST", body });
const messageOf = (body: unknown) => (body as { message?: string }).message ?? "";

test.before(async () => {
  plane = await startControlPlane();
  await plane.reset();
  const applied = await kubectl(plane, ["apply", "-f", "dist"]);
  assert.is(applied.code, 0, applied.stderr);
  namespace = await plane.makeNamespace();
  editor = await makeMember(plane, "edit", namespace);
  viewer = await makeMember(plane, "view", namespace);
  admin = await makeMember(plane, "admin", namespace);
  operator = new KubeClient(
    loadKubeconfig(await plane.serviceAccountKubeconfig(OPERATOR_NAMESPACE, OPERATOR_NAME)),
  );
  await until("forged runs refused", LIMIT_MS, async () => {
    const { status } = await createRun(plane.client, aRun("too-early", FORGED));
    if (status === CREATED) await plane.client.send(pathOf("agentruns", "too-early"), { method: "DELETE" });
    return status === CREATED ? undefined : true;
  });
});

test.after(async () => {
  await plane.reset();
  await plane.stop();
});

test("let nobody forge a run of an event, not even who has every right", async () => {
  for (const client of [editor, admin, plane.client])
    for (const type of ["webhook", "cron", "team-output"]) {
      const { status, body } = await createRun(client, aRun("forged", { ...FORGED, type }));
      assert.is(status, FORBIDDEN, messageOf(body));
      assert.match(messageOf(body), "only the operator creates runs of events");
    }
});

test("let nobody slip a run into a fire by its label, at once or later", async () => {
  const labelled = await createRun(editor, aRun("labelled", { type: "cli" }, fire));
  assert.is(labelled.status, FORBIDDEN, messageOf(labelled.body));
  assert.match(messageOf(labelled.body), "only the operator sets tocsin.dev/fire");
  assert.is((await createRun(editor, aRun("later", { type: "cli" }))).status, CREATED);
  const body = { metadata: { labels: fire } };
  const patched = await admin.send(pathOf("agentruns", "later"), { method: "PATCH", body });
  assert.is(patched.status, FORBIDDEN, messageOf(patched.body));
  const other = { metadata: { labels: { mine: "yes" } } };
  assert.is((await admin.send(pathOf("agentruns", "later"), { method: "PATCH", body: other })).status, 200);
});

test("let the operator make runs of events", async () => {
  const { status, body } = await createRun(operator, aRun("fired", FORGED, fire));
  assert.is(status, CREATED, messageOf(body));
});

test("let edit do a team's daily work", async () => {
  const { code, stderr } = await kubectl(plane, [
    ...["apply", "--as", `edit-of-${namespace}`, "-n", namespace],
    ...["-f", "dist/examples/research-desk.k8s.yaml"],
  ]);
  assert.is(code, 0, stderr);
  const body = { spec: { suspended: true } };
  assert.is((await editor.send(pathOf("agentevents", "research"), { method: "PATCH", body })).status, 200);
  assert.is((await createRun(editor, aRun("by-hand", { type: "cli" }))).status, CREATED);
  assert.is((await editor.send(pathOf("agentruns", "by-hand"), { method: "DELETE" })).status, 200);
  const data = { token: "dG9rZW4=" };
  await plane.client.call(core("secrets"), {
    method: "POST",
    body: { metadata: { name: "research-webhook-token" }, data },
  });
  assert.is((await editor.send(core("secrets", "research-webhook-token"))).status, 200);
  assert.is((await editor.send(pathOf("agentevents", "research"), { method: "DELETE" })).status, 200);
});

test("let edit write no status, change no run and do nothing elsewhere", async () => {
  await createRun(editor, aRun("mine", { type: "cli" }));
  const status = { body: { status: { phase: "Succeeded" } }, method: "PATCH" } as const;
  for (const client of [editor, admin])
    assert.is((await client.send(`${pathOf("agentruns", "mine")}/status`, status)).status, FORBIDDEN);
  const labels = { body: { metadata: { labels: { a: "b" } } }, method: "PATCH" } as const;
  assert.is((await editor.send(pathOf("agentruns", "mine"), labels)).status, FORBIDDEN);
  const elsewhere = pathOf("agentevents").replace(namespace, OPERATOR_NAMESPACE);
  assert.is((await editor.send(elsewhere)).status, FORBIDDEN);
});

test("let view read every kind, and neither write nor read tokens", async () => {
  for (const plural of ["agents", "agentservices", "agentteams", "agentevents", "agentruns"])
    assert.is((await viewer.send(pathOf(plural))).status, 200, plural);
  assert.is((await createRun(viewer, aRun("not-mine", { type: "cli" }))).status, FORBIDDEN);
  assert.is((await viewer.send(core("secrets"))).status, FORBIDDEN);
});

test.run();
