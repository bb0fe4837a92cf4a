import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Agent } from "../../../../lib/api/agent.ts";
import type { AgentService } from "../../../../lib/api/agent-service.ts";
import {
  type Candidate,
  chooseEndpoint,
  selectsAgent,
} from "../../../../runtime/domain/routing/choose-endpoint.ts";

const pod = (podUID: string, parts: Partial<Candidate> = {}): Candidate => ({
  podUID,
  isReady: true,
  isTerminating: false,
  maxConcurrentTasks: 2,
  ...parts,
});
const load = (tasks: Record<string, number>) => (podUID: string) => tasks[podUID] ?? 0;

const choose = suite("chooseEndpoint");

const cases: [name: string, pods: Candidate[], tasks: Record<string, number>, chosen: string | undefined][] =
  [
    ["nothing where there is no pod", [], {}, undefined],
    ["the only pod", [pod("a")], {}, "a"],
    ["the least busy pod", [pod("a"), pod("b")], { a: 1 }, "b"],
    ["the first by uid of equally busy ones, whatever their order", [pod("c"), pod("a"), pod("b")], {}, "a"],
    ["no pod that is not ready", [pod("a", { isReady: false }), pod("b")], { b: 1 }, "b"],
    ["no pod that is terminating", [pod("a", { isTerminating: true }), pod("b")], { b: 1 }, "b"],
    ["no pod that is full", [pod("a"), pod("b", { maxConcurrentTasks: 9 })], { a: 2, b: 5 }, "b"],
    ["nothing where all are full", [pod("a"), pod("b")], { a: 2, b: 3 }, undefined],
  ];
for (const [name, pods, tasks, chosen] of cases) {
  choose(`chooses ${name}`, () => assert.is(chooseEndpoint(pods, load(tasks))?.podUID, chosen));
}

choose("always chooses a pod that takes tasks and is not busier than another that does", () => {
  const anyPod = fc.record({
    podUID: fc.constantFrom("a", "b", "c", "d", "e"),
    isReady: fc.boolean(),
    isTerminating: fc.boolean(),
    maxConcurrentTasks: fc.integer({ min: 1, max: 4 }),
  });
  const pods = fc.uniqueArray(anyPod, { selector: ({ podUID }) => podUID });
  fc.assert(
    fc.property(pods, fc.array(fc.nat(5), { minLength: 5, maxLength: 5 }), (candidates, tasks) => {
      const inFlight = (uid: string) => tasks["abcde".indexOf(uid)] ?? 0;
      const able = candidates.filter(
        (each) => each.isReady && !each.isTerminating && inFlight(each.podUID) < each.maxConcurrentTasks,
      );
      const chosen = chooseEndpoint(candidates, inFlight);
      assert.is(chosen === undefined, able.length === 0);
      if (chosen === undefined) return;
      assert.ok(able.includes(chosen));
      assert.ok(able.every((each) => inFlight(chosen.podUID) <= inFlight(each.podUID)));
    }),
  );
});

choose.run();

const metadata = { name: "x", uid: "x", resourceVersion: "1", creationTimestamp: "2026-01-01T00:00:00Z" };
const service = (matchLabels: Record<string, string>): AgentService => ({
  apiVersion: "tocsin.dev/v1alpha1",
  kind: "AgentService",
  metadata: { ...metadata, namespace: "default" },
  spec: { selector: { matchLabels } },
});
const agent = (labels: Record<string, string>, namespace = "default"): Pick<Agent, "metadata"> => ({
  metadata: { ...metadata, namespace, labels },
});

const selects = suite("selectsAgent");

selects("wants all labels and does not mind others", () => {
  const wanted = service({ role: "writer", tier: "a" });
  assert.ok(selectsAgent(wanted, agent({ role: "writer", tier: "a", more: "yes" }) as Agent));
  assert.not.ok(selectsAgent(wanted, agent({ role: "writer" }) as Agent));
  assert.not.ok(selectsAgent(wanted, agent({ role: "writer", tier: "b" }) as Agent));
});

selects("sees no agent of another namespace", () => {
  assert.not.ok(selectsAgent(service({ role: "writer" }), agent({ role: "writer" }, "other") as Agent));
});

selects.run();
