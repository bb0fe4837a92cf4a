/** The operator under a service account with exactly the rules of lib/access: no more, and no less. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  type AccessRule,
  AGENT_POD_RULES,
  OWN_NAMESPACE_RULES,
  WATCHED_NAMESPACE_RULES,
} from "../../../lib/access/rules.ts";
import type { ControlPlane } from "../../cluster/control-plane/control-plane.ts";
import { startControlPlane } from "../../cluster/control-plane/start-control-plane.ts";
import { installCrds } from "../../cluster/install-crds.ts";
import { leaveOut } from "../../cluster/leave-out.ts";
import { TurningProvider } from "../../support/health/turning-provider.ts";
import { changeAgent } from "../../support/operator/change-agent.ts";
import { grantAccess, userOf } from "../../support/operator/grant-access.ts";
import { LEADER_LEASE } from "../../support/operator/leader-lease.ts";
import { OperatedNamespace } from "../../support/operator/operated-namespace.ts";
import { OperatorReplica } from "../../support/operator/operator-replica.ts";
import { accessName, usedAccess } from "../../support/operator/used-access.ts";
import { walkTheWholeWay } from "../../support/operator/whole-way.ts";
import { PlayedKubelet } from "../../support/pods/played-kubelet.ts";

const RULES = { everywhere: [...WATCHED_NAMESPACE_RULES, ...AGENT_POD_RULES], own: OWN_NAMESPACE_RULES };
/** Agents as pods, whose addresses are this machine's. */
const AS_PODS = { TOCSIN_AGENTS: "pods", TOCSIN_AGENT_ACCESS: "direct" };
const test = suite("the operator's access");
let plane: ControlPlane;

test.before(async () => {
  plane = await startControlPlane();
  await plane.reset();
  await installCrds(plane);
});

test.after(async () => {
  await plane.reset();
  await plane.stop();
});

/** A provider that is never asked: no pod starts where nobody plays the kubelet. */
const NOBODY = "http://127.0.0.1:9/v1";
/** As the audit log names what a rule is about. */
const nameOf = ({ apiGroup, resource }: AccessRule) =>
  apiGroup === "" ? resource : `${apiGroup}/${resource}`;
const nameAll = (rules: readonly AccessRule[]) =>
  rules.flatMap(({ apiGroup, resource, verbs }) => verbs.map((verb) => accessName(verb, apiGroup, resource)));

test("is all that the whole way needs, and nothing more", async () => {
  const kubeconfig = await grantAccess(plane, "operator", RULES);
  const provider = await TurningProvider.start();
  const env = { ...AS_PODS, OPENAI_BASE_URL: provider.baseURL };
  const leader = await OperatorReplica.start({ kubeconfig, identity: "leader", env });
  const follower = await OperatorReplica.start({ kubeconfig, identity: "follower", env });
  const place = await OperatedNamespace.make(plane);
  const kubelet = PlayedKubelet.play(plane, place.name);
  try {
    await walkTheWholeWay(place, leader.webhookURL);
    await changeAgent(place, "critic");
  } catch (error) {
    const told = [(error as Error).message, leader.output, follower.output, kubelet.output].join("\n");
    throw new Error(told, { cause: error });
  } finally {
    const codes = await Promise.all([leader.stop(), follower.stop()]);
    await kubelet.stop();
    await provider.close();
    assert.equal(codes, [0, 0]);
  }
  if (!plane.isOwned) return leaveOut("the audit log", "the cluster is that of KUBECONFIG");
  assert.equal(await plane.deniedRequests(userOf("operator")), []);
  const granted = nameAll([...RULES.everywhere, ...RULES.own]).sort();
  assert.equal(await usedAccess(plane, userOf("operator")), granted);
});

test("is enough in the namespaces that it is told to serve, and others are left alone", async () => {
  const place = await OperatedNamespace.make(plane);
  const elsewhere = await OperatedNamespace.make(plane);
  const own = { everywhere: WATCHED_NAMESPACE_RULES, own: OWN_NAMESPACE_RULES };
  const kubeconfig = await grantAccess(plane, "narrow", { ...own, namespace: place.name });
  const env = { TOCSIN_WATCH_NAMESPACES: place.name };
  const operator = await OperatorReplica.start({ kubeconfig, identity: "narrow", env });
  try {
    await elsewhere.apply({ file: "dist/examples/research-desk.k8s.yaml" });
    await walkTheWholeWay(place, operator.webhookURL);
    assert.is((await elsewhere.event("research"))?.status, undefined);
  } finally {
    await operator.stop();
  }
  if (!plane.isOwned) return leaveOut("the audit log", "the cluster is that of KUBECONFIG");
  assert.equal(await plane.deniedRequests(userOf("narrow")), []);
});

for (const missing of [...RULES.everywhere, ...RULES.own]) {
  const { resource, verbs } = missing;
  test(`is missed where ${verbs.join(", ")} on ${resource} is taken away`, async () => {
    if (!plane.isOwned) return leaveOut("rules taken away", "the cluster is that of KUBECONFIG");
    const account = `without-${verbs[0]}-${resource.replace("/", "-")}`;
    const rest = (rules: readonly AccessRule[]) => rules.filter((rule) => rule !== missing);
    const kubeconfig = await grantAccess(plane, account, {
      everywhere: rest(RULES.everywhere),
      own: rest(RULES.own),
    });
    // What is there already is not created: the next leader makes a Lease of its own.
    await plane.client.send(LEADER_LEASE, { method: "DELETE" });
    const env = AGENT_POD_RULES.includes(missing) ? { ...AS_PODS, OPENAI_BASE_URL: NOBODY } : {};
    const operator = await OperatorReplica.start({ kubeconfig, identity: account, env });
    const place = await OperatedNamespace.make(plane);
    const walk = walkTheWholeWay(place, operator.webhookURL).catch(() => undefined);
    try {
      await place.until(`a denied request to ${resource}`, async () => {
        const denied = await plane.deniedRequests(userOf(account));
        return denied.some((request) => request.resource === nameOf(missing)) ? true : undefined;
      });
    } finally {
      place.leave();
      await operator.stop();
      await walk;
    }
  });
}

test.run();
