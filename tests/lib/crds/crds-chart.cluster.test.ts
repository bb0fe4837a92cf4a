import { suite } from "uvu";
import * as assert from "uvu/assert";
import { DEFINITIONS } from "../../../lib/api/definitions.ts";
import { qualifiedPlural } from "../../../lib/api/resource-type.ts";
import type { ControlPlane } from "../../cluster/control-plane/control-plane.ts";
import { kubectl } from "../../cluster/control-plane/kubectl.ts";
import { startControlPlane } from "../../cluster/control-plane/start-control-plane.ts";
import { agentCases } from "../../support/resource-cases/agent-cases.ts";
import { agentEventCases } from "../../support/resource-cases/agent-event-cases.ts";
import { agentRunCases } from "../../support/resource-cases/agent-run-cases.ts";
import { agentServiceCases } from "../../support/resource-cases/agent-service-cases.ts";
import { agentTeamCases } from "../../support/resource-cases/agent-team-cases.ts";
import { judgeByServer } from "./judge-by-server.ts";

const test = suite("CrdsChart on a cluster");
let plane: ControlPlane;
let namespace: string;

async function mustRun(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await kubectl(plane, args);
  assert.is(code, 0, stderr);
  return stdout;
}

test.before(async () => {
  plane = await startControlPlane();
  await plane.reset();
  await mustRun("apply", "-f", "dist/crds.k8s.yaml");
  await mustRun("wait", "--for=condition=Established", "--timeout=60s", "-f", "dist/crds.k8s.yaml");
  namespace = await plane.makeNamespace();
});

test.after(async () => {
  await plane.reset();
  await plane.stop();
});

for (const definition of DEFINITIONS) {
  test(`establishes ${definition.kind} and calls its schema structural`, async () => {
    const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${qualifiedPlural(definition)}`;
    type Definition = { status: { conditions: { type: string; status: string }[] } };
    const { status } = await plane.client.call<Definition>(path);
    const conditions = Object.fromEntries(status.conditions.map((each) => [each.type, each.status]));
    assert.equal(conditions, { NamesAccepted: "True", Established: "True" });
  });

  test(`explains the fields of ${definition.kind}`, async () => {
    const text = await mustRun("explain", `${definition.plural}.spec`, "--recursive");
    assert.match(text, /FIELDS:/);
    assert.not.match(text, "<no description>");
  });
}

test("lists every kind under the category", async () => {
  await mustRun("get", "tocsin", "-n", namespace);
});

test("takes all examples, strictly", async () => {
  await mustRun("apply", "--dry-run=server", "--validate=strict", "-n", namespace, "-f", "dist/examples");
});

for (const kind of [agentCases, agentServiceCases, agentTeamCases, agentEventCases, agentRunCases]) {
  for (const given of kind.cases) {
    test(`${kind.definition.kind}: ${given.name}`, async () => {
      const { flaws, stored, details } = await judgeByServer(plane.client, namespace, kind, given);
      assert.equal(flaws, [...(given.flaws ?? [])].sort(), details);
      if (given.becomes !== undefined) assert.equal(stored, given.becomes);
    });
  }
}

test.run();
