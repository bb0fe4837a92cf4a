/** The commands that look and change, against a real API server, by people who may do no more than that. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { API_VERSION, GROUP } from "../../../lib/api/group.ts";
import { TokenSecretKey, tokenSecretName } from "../../../lib/api/keys.ts";
import type { ControlPlane } from "../../cluster/control-plane/control-plane.ts";
import { startControlPlane } from "../../cluster/control-plane/start-control-plane.ts";
import { until } from "../../cluster/control-plane/until.ts";
import { installCrds } from "../../cluster/install-crds.ts";
import { makeUserWith, type RoleRule } from "../../support/cli/make-user-with.ts";
import { type Ended, runTocsin } from "../../support/cli/run-tocsin.ts";
import { OperatedNamespace } from "../../support/operator/operated-namespace.ts";
import { PodDesk } from "../../support/pods/pod-desk.ts";

/** RBAC's own caches take a moment, on a busy machine some seconds. */
const LIMIT_MS = 60_000;
const ours = (resource: string, ...verbs: string[]): RoleRule => ({
  apiGroups: [GROUP],
  resources: [resource],
  verbs,
});
const secrets = (...verbs: string[]): RoleRule => ({ apiGroups: [""], resources: ["secrets"], verbs });

const test = suite("the commands on a cluster");
let plane: ControlPlane;
let place: OperatedNamespace;

/** Runs a command as somebody with these rights, as soon as RBAC has heard of them. */
async function asUserWith(rules: readonly RoleRule[], ...args: string[]): Promise<Ended> {
  const kubeconfig = await makeUserWith(plane, { [place.name]: rules });
  return until(`${args[0]} allowed`, LIMIT_MS, async () => {
    const ended = await runTocsin([...args, "-n", place.name], { kubeconfig });
    return ended.code === 3 ? undefined : ended;
  });
}

test.before(async () => {
  plane = await startControlPlane();
  await plane.reset();
  await installCrds(plane);
  place = await OperatedNamespace.make(plane);
  const { object } = PodDesk;
  const at = "2026-01-01T00:00:00Z";
  await place.apply({
    objects: [
      object("AgentEvent", "bell", { source: { type: "webhook" }, targets: [{ team: "desk" }] }),
      object("AgentTeam", "desk", { steps: [{ name: "say", service: "s", prompt: "p" }] }),
      object("AgentRun", "bell-1", { team: "desk", trigger: { type: "cli" } }),
    ],
  });
  const { metadata } = (await place.event("bell")) ?? { metadata: { uid: "" } };
  const owner = { apiVersion: API_VERSION, kind: "AgentEvent", name: "bell", uid: metadata.uid };
  const secret = { metadata: { name: tokenSecretName("bell"), ownerReferences: [owner] } };
  const body = { ...secret, stringData: { [TokenSecretKey.token]: "the-token" } };
  await plane.client.call(place.path("secrets"), { method: "POST", body });
  const steps = [
    { name: "say", phase: "Succeeded", output: "said", attempts: 1, startedAt: at, completedAt: at },
  ];
  const status = { phase: "Succeeded", output: "said", startedAt: at, completedAt: at, steps };
  await place.patch("agentruns", "bell-1/status", { status });
});

test.after(async () => {
  await plane.reset();
  await plane.stop();
});

const ENOUGH: readonly (readonly [args: readonly string[], rules: readonly RoleRule[], shown: RegExp])[] = [
  [["show", "bell-1"], [ours("agentruns", "get")], /└─ ✔ say +Succeeded +0ms +1 .*\n\nOutput:\n {2}said\n$/],
  [["runs"], [ours("agentruns", "list")], /\nbell-1 +desk +Succeeded +cli /],
  [["events"], [ours("agentevents", "list")], /\nbell +webhook +Unknown +0 /],
  [["agents", "-o", "json"], [ours("agents", "list")], /"items": \[\]/],
  [["graph", "desk"], [ours("agentteams", "get")], /^● {2}say {3}by s\n$/],
  [["suspend", "bell"], [ours("agentevents", "get", "update")], /^bell is suspended\n$/],
  [["token", "bell"], [secrets("get")], /^the-token\n$/],
  [["rotate-token", "bell"], [secrets("get", "update")], /^bell has a new token;/],
  [["version"], [], /^client: .*\nserver: v1\.\d+.*\nkinds: {2}tocsin\.dev\/v1alpha1\n$/],
];
for (const [args, rules, shown] of ENOUGH) {
  const rights = rules.map(({ resources, verbs }) => `${verbs.join(", ")} on ${resources.join(", ")}`);
  test(`${args[0]} needs no more than ${rights.join("; ") || "no right"}`, async () => {
    const { code, stdout, stderr } = await asUserWith(rules, ...args);
    assert.is(code, 0, stderr);
    assert.match(stdout, shown);
  });
}

const MISSING: readonly (readonly [args: readonly string[], verb: string, resource: string])[] = [
  [["show", "bell-1"], "get", `agentruns.${GROUP}`],
  [["events"], "list", `agentevents.${GROUP}`],
  [["resume", "bell"], "update", `agentevents.${GROUP}`],
  [["token", "bell"], "get", "secrets"],
];
for (const [args, verb, resource] of MISSING) {
  test(`${args[0]} names the right that is missing`, async () => {
    const rules = verb === "update" ? [ours("agentevents", "get")] : [];
    const kubeconfig = await makeUserWith(plane, { [place.name]: rules });
    const advice = `Ask whoever runs the cluster for the verb "${verb}" on ${resource} in the namespace ${place.name}.\n`;
    await until("the answer of a user with few rights", LIMIT_MS, async () => {
      const { code, stdout, stderr } = await runTocsin([...args, "-n", place.name], { kubeconfig });
      assert.is(code, 3, stderr);
      assert.is(stdout, "");
      return stderr.endsWith(advice) ? true : undefined;
    });
  });
}

test("a user of one namespace sees nothing of another", async () => {
  const kubeconfig = await makeUserWith(plane, { [place.name]: [ours("agentevents", "list")] });
  const { code, stderr } = await runTocsin(["events", "-n", "default"], { kubeconfig });
  assert.is(code, 3);
  assert.match(stderr, /cannot list resource "agentevents".* in the namespace "default"\n.*the verb "list"/);
});

test.run();
