/**
 * Agents as pods on a real control plane: Deployments, ReplicaSets and pods are the cluster's own, the agents' processes
 * and the operator are real, under enforced RBAC and Pod Security. Only the kubelet is played.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { AGENT_POD_RULES, OWN_NAMESPACE_RULES, WATCHED_NAMESPACE_RULES } from "../../../lib/access/rules.ts";
import type { Agent } from "../../../lib/api/agent.ts";
import { API_VERSION } from "../../../lib/api/group.ts";
import type { ControlPlane } from "../../cluster/control-plane/control-plane.ts";
import { startControlPlane } from "../../cluster/control-plane/start-control-plane.ts";
import { installCrds } from "../../cluster/install-crds.ts";
import { TurningProvider } from "../../support/health/turning-provider.ts";
import { answers, completion } from "../../support/hostile-behaviours.ts";
import { grantAccess, userOf } from "../../support/operator/grant-access.ts";
import { OperatedNamespace } from "../../support/operator/operated-namespace.ts";
import { OperatorReplica } from "../../support/operator/operator-replica.ts";
import { Impostor } from "../../support/pods/impostor.ts";
import { PlayedKubelet } from "../../support/pods/played-kubelet.ts";

const EVENT = "bell";
const RESTRICTED = "pod-security.kubernetes.io/enforce";
const test = suite("agents as pods");
let plane: ControlPlane;
let kubeconfig: string;
let place: OperatedNamespace;
let kubelet: PlayedKubelet;
let providers: TurningProvider[] = [];
let operator: OperatorReplica;

test.before(async () => {
  plane = await startControlPlane();
  await plane.reset();
  await installCrds(plane);
  kubeconfig = await grantAccess(plane, "operator", {
    everywhere: [...WATCHED_NAMESPACE_RULES, ...AGENT_POD_RULES],
    own: OWN_NAMESPACE_RULES,
  });
});

test.after(async () => {
  await plane.reset();
  await plane.stop();
});

test.before.each(async () => {
  providers = [await TurningProvider.start(), await TurningProvider.start()];
  place = await OperatedNamespace.make(plane);
  const labels = { [RESTRICTED]: "restricted", [`${RESTRICTED}-version`]: "latest" };
  const namespace = `/api/v1/namespaces/${place.name}`;
  await plane.client.call(namespace, { method: "PATCH", body: { metadata: { labels } } });
  kubelet = PlayedKubelet.play(plane, place.name);
  const env = {
    TOCSIN_AGENTS: "pods",
    TOCSIN_AGENT_ACCESS: "direct",
    TOCSIN_WATCH_NAMESPACES: place.name,
    TOCSIN_LOG_LEVEL: "info",
    OPENAI_BASE_URL: providers[0]?.baseURL ?? "",
  };
  operator = await OperatorReplica.start({ kubeconfig, identity: "pods", env });
});

test.after.each(async () => {
  const code = await operator.stop();
  await kubelet.stop();
  await Promise.all(providers.map((provider) => provider.close()));
  assert.is(code, 0, operator.output);
});

/** Two agents of one service, each with a provider of its own; a pod each. */
function belfry(): readonly object[] {
  const agents = providers.map(({ baseURL }, index) => ({
    kind: "Agent",
    name: `ringer-${index}`,
    spec: {
      model: `model-${index}`,
      provider: { baseURL, apiKeySecretRef: { name: "key", key: "apiKey" } },
      livenessProbe: { type: "semantic", intervalSeconds: 1 },
    },
  }));
  const rest = [
    { kind: "AgentService", name: "ringer", spec: { selector: { matchLabels: { app: "belfry" } } } },
    {
      kind: "AgentTeam",
      name: "ringers",
      spec: { steps: [{ name: "ring", service: "ringer", prompt: "Ring." }] },
    },
    {
      kind: "AgentEvent",
      name: EVENT,
      spec: { source: { type: "webhook" }, targets: [{ team: "ringers" }] },
    },
  ];
  const secret = {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: "key", labels: { "tocsin.dev/provider-key": "true" } },
    stringData: { apiKey: "key-1" },
  };
  const objects = [...agents, ...rest].map(({ kind, name, spec }) => ({
    apiVersion: API_VERSION,
    kind,
    metadata: { name, labels: { app: "belfry" } },
    spec,
  }));
  return [secret, ...objects];
}

const agent = (name: string) => plane.client.tryGet<Agent>(`${place.path("agents")}/${name}`);

const untilReady = (name: string, count: number) =>
  place.until(`${count} ready pods of ${name}`, async () =>
    (await agent(name))?.status?.readyReplicas === count ? true : undefined,
  );

async function ring(): Promise<void> {
  const token = await place.token(EVENT);
  const fired = await place.fire(operator.webhookURL, EVENT, { query: "?mode=sync&timeout=60s", token });
  const body = await fired.text();
  assert.is(fired.status, 200, body);
  assert.match(body, '"succeeded"');
}

/** Adds what the processes have said to an error. */
async function telling(story: () => Promise<void>): Promise<void> {
  try {
    await story();
  } catch (cause) {
    const told = `${(cause as Error).message}\n${operator.output}\n${kubelet.output}`;
    throw new Error(told, { cause });
  }
}

test("do the work, leave when their model turns bad, and come back by themselves", () =>
  telling(async () => {
    await place.apply({ objects: belfry() });
    await untilReady("ringer-0", 1);
    await untilReady("ringer-1", 1);
    await ring();
    const [first, second] = providers;
    if (first === undefined || second === undefined) throw new Error("there are two providers");
    assert.is([...first.calls, ...second.calls].find((call) => !call.isCheck)?.authorization, "Bearer key-1");

    await first.turnBad({ kind: "answers", behaviour: answers(200, completion("UNHEALTHY")) });
    await untilReady("ringer-0", 0);
    const found = await agent("ringer-0");
    assert.is(found?.status?.lastProbe?.[0]?.verdict, "Unhealthy");
    assert.is(found?.status?.conditions?.[0]?.reason, "NoReadyPod");
    await place.until("an Event that tells why", () => event("SemanticCheckFailed"));
    const sinceMs = performance.now();
    for (let times = 0; times < 3; times++) await ring();
    assert.is(first.count(false, "model-0", sinceMs), 0, "nothing goes to the one that is bad");
    assert.is(second.count(false, "model-1", sinceMs), 3);

    await first.turnGood();
    await untilReady("ringer-0", 1);
    await place.until("an Event of the recovery", () => event("SemanticCheckRecovered"));

    await place.patch("secrets", "key", { stringData: { apiKey: "key-2" } });
    await place.until("the new key in use, by the same processes", () =>
      first.calls.at(-1)?.authorization === "Bearer key-2" ? true : undefined,
    );
    assert.is(kubelet.pods.length, 2);
    if (plane.isOwned) assert.equal(await plane.deniedRequests(userOf("operator")), []);
  }));

async function event(reason: string): Promise<true | undefined> {
  type Events = { readonly items: readonly { readonly reason: string }[] };
  const { items } = await plane.client.call<Events>(place.path("events"));
  return items.some((each) => each.reason === reason) ? true : undefined;
}

test("get no work and no token where they only bear the label", () =>
  telling(async () => {
    await place.apply({ objects: belfry() });
    await untilReady("ringer-0", 1);
    const impostor = await Impostor.make(plane, place.name, "ringer-0");
    try {
      for (let times = 0; times < 4; times++) await ring();
      assert.is((await agent("ringer-0"))?.status?.replicas, 1);
      assert.equal(impostor.calls, []);
    } finally {
      await impostor.close();
    }
  }));

test("are rolled without a gap, put right where others change them, and go with their Agent", () =>
  telling(async () => {
    await place.apply({ objects: belfry() });
    await untilReady("ringer-0", 1);
    const before = kubelet.pods.map(({ name }) => name);
    const deployment = `/apis/apps/v1/namespaces/${place.name}/deployments/ringer-0-agent`;
    const policy = `/apis/networking.k8s.io/v1/namespaces/${place.name}/networkpolicies/ringer-0-agent`;
    await plane.client.call(policy, { method: "DELETE" });
    await plane.client.call(deployment, { method: "PATCH", body: { spec: { replicas: 3 } } });
    await place.until("the Deployment put right", async () => {
      const { spec } = await plane.client.call<{ spec: { replicas: number } }>(deployment);
      return spec.replicas === 1 ? true : undefined;
    });
    await place.patch("agents", "ringer-0", { spec: { systemPrompt: "Ring twice." } });
    await place.until("another pod in its place", () => {
      const present = kubelet.pods.filter(({ name }) => name.startsWith("ringer-0"));
      return present.length === 1 && present.every(({ name, isReady }) => isReady && !before.includes(name))
        ? true
        : undefined;
    });
    await place.until("the policy back", () => plane.client.tryGet(policy));
    await place.delete("agents", "ringer-0");
    await place.until("all that was made for it gone", async () => {
      const paths = [deployment, policy, `/api/v1/namespaces/${place.name}/secrets/ringer-0-tasks`];
      const left = await Promise.all(paths.map((path) => plane.client.tryGet(path)));
      return left.every((each) => each === undefined) ? true : undefined;
    });
    await untilReady("ringer-1", 1);
    await ring();
  }));

test.run();
