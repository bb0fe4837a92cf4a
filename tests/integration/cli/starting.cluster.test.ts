/** The commands that start runs, against a real API server and an operator, by people of one namespace. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { API_VERSION, GROUP } from "../../../lib/api/group.ts";
import type { ControlPlane } from "../../cluster/control-plane/control-plane.ts";
import { startControlPlane } from "../../cluster/control-plane/start-control-plane.ts";
import { until } from "../../cluster/control-plane/until.ts";
import { installCrds } from "../../cluster/install-crds.ts";
import { makeUserWith, type RoleRule } from "../../support/cli/make-user-with.ts";
import { type Ended, runTocsin } from "../../support/cli/run-tocsin.ts";
import { OperatedNamespace } from "../../support/operator/operated-namespace.ts";
import { OperatorReplica } from "../../support/operator/operator-replica.ts";

/** RBAC's own caches take a moment, on a busy machine some seconds. */
const LIMIT_MS = 60_000;
const ours = (resource: string, ...verbs: string[]): RoleRule => ({
  apiGroups: [GROUP],
  resources: [resource],
  verbs,
});
const TEAMS = ours("agentteams", "get", "list", "watch");
const STARTER = [TEAMS, ours("agentruns", "get", "list", "watch", "create")];

const test = suite("the commands that start runs, on a cluster");
let plane: ControlPlane;
let place: OperatedNamespace;
let operator: OperatorReplica;
let starter: string;

test.before(async () => {
  plane = await startControlPlane();
  await plane.reset();
  await installCrds(plane);
  place = await OperatedNamespace.make(plane);
  // Its Lease is where everything else of this test is.
  const env = { TOCSIN_WATCH_NAMESPACES: place.name, TOCSIN_NAMESPACE: place.name, TOCSIN_AGENTS: "local" };
  operator = await OperatorReplica.start({ kubeconfig: plane.kubeconfig, identity: "starting", env });
  await place.apply({ file: "dist/examples/research-desk.k8s.yaml" });
  const object = (kind: string, name: string, spec: object) => ({
    apiVersion: API_VERSION,
    kind,
    metadata: { name },
    spec,
  });
  const steps = [
    { name: "gather", service: "researcher", prompt: "Gather." },
    { name: "late", service: "later", prompt: "Tell of {{ .steps.gather.output }}.", dependsOn: ["gather"] },
  ];
  const [gather, late] = steps;
  await place.apply({
    objects: [object("AgentTeam", "desk", { steps: [gather, { ...late, timeoutSeconds: 2 }] })],
  });
  starter = await makeUserWith(plane, { [place.name]: STARTER });
});

test.after(async () => {
  await operator.stop();
  await plane.reset();
  await plane.stop();
});

/** Runs a command as somebody, as soon as RBAC has heard of their rights. */
async function allowed(kubeconfig: string, ...args: string[]): Promise<Ended> {
  return until(`${args[0]} allowed`, LIMIT_MS, async () => {
    const ended = await runTocsin([...args, "-n", place.name], { kubeconfig });
    return ended.code === 3 ? undefined : ended;
  });
}

test("trigger prints a run's name, and its output with --sync", async () => {
  const named = await allowed(starter, "trigger", "research-desk");
  assert.equal([named.code, named.stderr], [0, ""]);
  const input = ["--input", '{"topic": "clocks"}', "--timeout", "50s"];
  const synced = await allowed(starter, "trigger", "research-desk", "--sync", ...input);
  assert.equal([synced.code, synced.stderr], [0, ""]);
  const runs = await place.runs();
  assert.ok(runs.some(({ metadata }) => `${metadata.name}\n` === named.stdout));
  const told = runs.find(({ status }) => `${status?.output}\n` === synced.stdout);
  assert.is(told?.spec.input?.["topic"], "clocks");
  assert.is(told?.metadata.ownerReferences?.[0]?.kind, "AgentTeam");
});

test("retry repeats what failed, once there is somebody to do it", async () => {
  const failed = await allowed(starter, "trigger", "desk", "--watch", "--timeout", "50s");
  assert.is(failed.code, 1, failed.stderr);
  assert.match(failed.stdout, /^gather: succeeded in/m);
  assert.match(failed.stdout, /^late: failed after/m);
  const researcher = await plane.client.call<{ spec: object }>(`${place.path("agentservices")}/researcher`);
  const later = {
    apiVersion: API_VERSION,
    kind: "AgentService",
    metadata: { name: "later" },
    spec: researcher.spec,
  };
  await place.apply({ objects: [later] });
  const healed = await allowed(starter, "retry", "desk", "--sync", "--timeout", "50s");
  assert.equal([healed.code, healed.stderr], [0, ""]);
  const retry = (await place.runs()).find(({ spec }) => spec.retryOf !== undefined);
  assert.is(`${retry?.status?.output}\n`, healed.stdout);
  assert.is(retry?.status?.steps?.[0]?.attempts, 1);
});

const missing: readonly (readonly [
  args: readonly string[],
  rules: readonly RoleRule[],
  verb: string,
  what: string,
])[] = [
  [["trigger", "desk"], [], "get", "agentteams"],
  [["trigger", "desk"], [TEAMS, ours("agentruns", "get", "list", "watch")], "create", "agentruns"],
  [["retry", "desk"], [TEAMS], "get", "agentruns"],
  [["watch", "some-run"], [ours("agentruns", "get")], "list", "agentruns"],
];
for (const [args, rules, verb, what] of missing) {
  test(`${args[0]} names the verb ${verb} that is missing on ${what}`, async () => {
    const kubeconfig = await makeUserWith(plane, { [place.name]: rules });
    const advice = `Ask whoever runs the cluster for the verb "${verb}" on ${what}.${GROUP} in the namespace ${place.name}.\n`;
    await until("the answer of a user with few rights", LIMIT_MS, async () => {
      const { code, stdout, stderr } = await runTocsin([...args, "-n", place.name], { kubeconfig });
      assert.equal([code, stdout], [3, ""], stderr);
      return stderr.endsWith(advice) ? true : undefined;
    });
  });
}

test("a user of one namespace can start nothing in another", async () => {
  const { code, stderr } = await runTocsin(["trigger", "desk", "-n", "default"], { kubeconfig: starter });
  assert.is(code, 3);
  assert.match(stderr, /cannot get resource "agentteams".* in the namespace "default"/);
});

test.run();
