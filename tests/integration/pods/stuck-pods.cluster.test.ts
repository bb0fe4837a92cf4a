/** Pods that do not run, and pods that somebody starts anew: what an Agent says of them on a real node. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Agent } from "../../../lib/api/agent.ts";
import { Label } from "../../../lib/api/keys.ts";
import type { ControlPlane } from "../../cluster/control-plane/control-plane.ts";
import { startControlPlane } from "../../cluster/control-plane/start-control-plane.ts";
import type { Pod } from "../../cluster/node/a-pod.ts";
import { startNode } from "../../cluster/node/start-node.ts";
import { TurningProvider } from "../../support/health/turning-provider.ts";
import { OperatorPods } from "../../support/pods/operator-pods.ts";
import { PodDesk } from "../../support/pods/pod-desk.ts";

const test = suite("agents whose pods do not run");
let plane: ControlPlane;
let provider: TurningProvider;
let desk: PodDesk;

test.before(async () => {
  plane = await startControlPlane();
  await plane.reset();
  const node = await startNode(plane);
  provider = await TurningProvider.start({ hostname: node.hostAddress });
  await OperatorPods.install(plane, node);
  desk = await PodDesk.make(plane);
});

test.after(async () => {
  await plane.reset();
  await provider?.close();
  await plane.stop();
});

function agent(name: string, resources: object = {}): object {
  return PodDesk.agent(name, { provider: { baseURL: provider.baseURL }, resources });
}

/** What an agent's Ready condition says once it says so much. */
const untilTold = (name: string, what: RegExp) =>
  desk.place.until(`${name} tells ${what}`, async () => {
    const found = await plane.client.tryGet<Agent>(`${desk.place.path("agents")}/${name}`);
    const message = found?.status?.conditions?.[0]?.message ?? "";
    return what.test(message) ? message : undefined;
  });

test("say that no node takes them, and that they crash, in the cluster's words", async () => {
  await desk.place.apply({
    objects: [
      agent("greedy", { requests: { cpu: "1000" } }),
      agent("cramped", { requests: { memory: "40Mi" }, limits: { memory: "40Mi" } }),
    ],
  });
  const greedy = await untilTold("greedy", /PodNotScheduled: Unschedulable: .*Insufficient cpu/);
  const cramped = await untilTold("cramped", /ContainerCrashes: \w+: exit code \d+/);
  process.stdout.write(`\n${greedy}\n${cramped}\n`);
  const events = await desk.kubectl("get", "events");
  assert.not.match(events, "SemanticCheckFailed", "a pod that does not run has answered nothing");
});

test("are ready once there is room, and keep nothing of their trouble", async () => {
  await desk.place.patch("agents", "greedy", { spec: { resources: { requests: { cpu: "10m" } } } });
  await desk.untilReady("greedy", 1);
  const message = await untilTold("greedy", /^1 of 1 pods ready$/);
  assert.is(message, "1 of 1 pods ready");
});

test("are started anew by kubectl, and by nobody after that", async () => {
  const before = (await desk.untilReady("greedy", 1)).map(({ metadata }) => metadata.uid);
  const deployment = "deployment/greedy-agent";
  await desk.kubectl("rollout", "restart", deployment);
  await desk.kubectl("rollout", "status", deployment, "--timeout=120s");
  await desk.place.until("one pod, and a new one", async () => {
    const uids = (await desk.pods("greedy")).map(({ metadata }) => metadata.uid);
    return uids.length === 1 && !before.includes(uids[0] ?? "") ? true : undefined;
  });
  const history = (await desk.kubectl("rollout", "history", deployment)).trim().split("\n");
  const changes = await desk.kubectl("get", deployment, "-o", "jsonpath={.metadata.generation}");
  // Greedy, modest, restarted: a restart that was rolled back would be a fourth.
  assert.equal([history.length - 2, changes], [3, "3"], history.join("\n"));
});

test("go at once with an Agent that is deleted while they start", async () => {
  const replicas = 3;
  await desk.place.apply({
    objects: [PodDesk.agent("hasty", { provider: { baseURL: provider.baseURL }, replicas })],
  });
  await desk.place.until("a container that has just been started", async () =>
    (await desk.pods("hasty")).some(isRunning) ? true : undefined,
  );
  await desk.kubectl("delete", "agent", "hasty");
  await desk.place.until("no pod, not even one that is being taken down", async () => {
    const left = await desk.kubectl("get", "pods", "--selector", `${Label.agent}=hasty`, "-o", "name");
    return left === "" ? true : undefined;
  });
});

function isRunning({ status }: Pod): boolean {
  return status?.containerStatuses?.some(({ state }) => state?.running !== undefined) === true;
}

test.run();
