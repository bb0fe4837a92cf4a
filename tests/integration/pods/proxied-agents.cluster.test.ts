/** An operator outside of its cluster: agents are pods, and tasks reach them through the API server's proxy. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  AGENT_POD_RULES,
  OWN_NAMESPACE_RULES,
  PROXY_RULES,
  WATCHED_NAMESPACE_RULES,
} from "../../../lib/access/rules.ts";
import type { Agent } from "../../../lib/api/agent.ts";
import type { ControlPlane } from "../../cluster/control-plane/control-plane.ts";
import { startControlPlane } from "../../cluster/control-plane/start-control-plane.ts";
import { installCrds } from "../../cluster/install-crds.ts";
import { startNode } from "../../cluster/node/start-node.ts";
import { TurningProvider } from "../../support/health/turning-provider.ts";
import { answers, completion } from "../../support/hostile-behaviours.ts";
import { grantAccess, userOf } from "../../support/operator/grant-access.ts";
import { OperatorReplica } from "../../support/operator/operator-replica.ts";
import { accessName, usedAccess } from "../../support/operator/used-access.ts";
import { PodDesk } from "../../support/pods/pod-desk.ts";

const ACCOUNT = "outside";
const test = suite("agents behind the API server's proxy");
let plane: ControlPlane;
let provider: TurningProvider;
let operator: OperatorReplica;
let desk: PodDesk;

test.before(async () => {
  plane = await startControlPlane();
  await plane.reset();
  await installCrds(plane);
  const node = await startNode(plane);
  provider = await TurningProvider.start({ hostname: node.hostAddress });
  const kubeconfig = await grantAccess(plane, ACCOUNT, {
    everywhere: [...WATCHED_NAMESPACE_RULES, ...AGENT_POD_RULES, ...PROXY_RULES],
    own: OWN_NAMESPACE_RULES,
  });
  const env = { TOCSIN_AGENTS: "pods", OPENAI_BASE_URL: provider.baseURL, TOCSIN_LOG_LEVEL: "info" };
  operator = await OperatorReplica.start({ kubeconfig, identity: ACCOUNT, env });
  desk = await PodDesk.make(plane);
});

test.after(async () => {
  await operator?.stop();
  await plane.reset();
  await provider?.close();
  await plane.stop();
});

test("do the work, and say why they leave", async () => {
  await desk.place.apply({ objects: [PodDesk.agent("clerk"), ...PodDesk.desk()] });
  await desk.untilReady("clerk", 1);
  await desk.untilRouted(1);
  const { code, output } = await desk.ask(operator.webhookURL, "who is there?");
  assert.equal([code, output], [200, "said who is there?"], operator.output);

  await provider.turnBad({ kind: "answers", behaviour: answers(200, completion("UNHEALTHY")) });
  const reason = await desk.place.until("why the pod is not ready", async () => {
    const found = await plane.client.tryGet<Agent>(`${desk.place.path("agents")}/clerk`);
    return found?.status?.lastProbe?.find(({ verdict }) => verdict === "Unhealthy")?.reason;
  });
  assert.is.not(reason, "ProbeFailed", "the pod has said it itself, through the proxy");
  await provider.turnGood();
  await desk.untilReady("clerk", 1);
});

test("take the rights that are named for it, each of them", async () => {
  assert.equal(await plane.deniedRequests(userOf(ACCOUNT)), []);
  const used = await usedAccess(plane, userOf(ACCOUNT));
  const named = PROXY_RULES.flatMap(({ apiGroup, resource, verbs }) =>
    verbs.map((verb) => accessName(verb, apiGroup, resource)),
  );
  for (const right of named) assert.ok(used.includes(right), right);
});

test.run();
