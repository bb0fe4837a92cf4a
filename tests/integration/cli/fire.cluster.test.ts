/** `tocsin fire` from outside of a cluster: through a port-forward to one of the operator's pods. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { GROUP, OPERATOR_NAMESPACE } from "../../../lib/api/group.ts";
import type { ControlPlane } from "../../cluster/control-plane/control-plane.ts";
import { startControlPlane } from "../../cluster/control-plane/start-control-plane.ts";
import { startNode } from "../../cluster/node/start-node.ts";
import { makeUserWith, type RoleRule } from "../../support/cli/make-user-with.ts";
import { type Ended, runTocsin } from "../../support/cli/run-tocsin.ts";
import { OperatedNamespace } from "../../support/operator/operated-namespace.ts";
import { OperatorPods } from "../../support/pods/operator-pods.ts";
import { PodDesk } from "../../support/pods/pod-desk.ts";

const right = (apiGroup: string, resource: string, ...verbs: string[]): RoleRule => ({
  apiGroups: [apiGroup],
  resources: [resource],
  verbs,
});
const EVENT_RIGHTS = [right(GROUP, "agentevents", "get"), right("", "secrets", "get")];
const POD_RIGHTS = [right("", "pods", "list")];
const TUNNEL_RIGHTS = [...POD_RIGHTS, right("", "pods/portforward", "get", "create")];

const test = suite("fire on a cluster");
let plane: ControlPlane;
let place: OperatedNamespace;

test.before(async () => {
  plane = await startControlPlane();
  await plane.reset();
  await OperatorPods.install(plane, await startNode(plane));
  place = await OperatedNamespace.make(plane);
  const { object } = PodDesk;
  await place.apply({
    objects: [
      object("AgentTeam", "desk", { steps: [{ name: "say", service: "nobody", prompt: "p" }] }),
      object("AgentEvent", "bell", { source: { type: "webhook" }, targets: [{ team: "desk" }] }),
    ],
  });
  await place.token("bell");
});

test.after(async () => {
  await plane.reset();
  await plane.stop();
});

async function fireAs(rights: readonly RoleRule[], ...args: string[]): Promise<Ended> {
  const kubeconfig = await makeUserWith(plane, { [place.name]: EVENT_RIGHTS, [OPERATOR_NAMESPACE]: rights });
  return await place.until("RBAC has heard of the user", async () => {
    const ended = await runTocsin(["fire", "bell", "-n", place.name, ...args], { kubeconfig });
    return / resource "(agentevents|secrets)"/.test(ended.stderr) ? undefined : ended;
  });
}

test("posts through one of the operator's pods, with no more rights than that takes", async () => {
  const { code, stdout, stderr } = await fireAs(TUNNEL_RIGHTS);
  assert.is(code, 0, stderr);
  const names = (await place.runs()).map(({ metadata }) => metadata.name);
  assert.ok(names.includes(stdout.trim()), `${stdout} among ${names}`);
});

test("waits through it, and says how to follow what goes on", async () => {
  const { code, stderr } = await fireAs(TUNNEL_RIGHTS, "--sync", "--timeout", "1s");
  assert.is(code, 124, stderr);
  assert.match(stderr, /the run bell-\w+ goes on: .*\nFollow it: tocsin watch bell-\w+ -n /);
});

test("names the rights that are missing", async () => {
  const none = await fireAs([]);
  assert.is(none.code, 3, none.stderr);
  assert.match(none.stderr, `the verb "list" on pods in the namespace ${OPERATOR_NAMESPACE}.\n`);
  const some = await fireAs(POD_RIGHTS);
  assert.is(some.code, 3, some.stderr);
  assert.match(some.stderr, `the verbs "get" and "create" on pods/portforward in the namespace`);
});

test.run();
