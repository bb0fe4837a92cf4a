/**
 * The API server bounds what CEL rules may cost: when a CRD is made by estimate, and again on each write. The
 * estimate is tested by making the CRDs; here the costliest objects that the schemas let through are written.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { MAX_TARGETS } from "../../../lib/api/agent-event.ts";
import { MAX_FIRE_BYTES } from "../../../lib/api/agent-run.ts";
import { MAX_STEPS } from "../../../lib/api/agent-team.ts";
import { MAX_INPUT_KEYS, MAX_NAME_LENGTH } from "../../../lib/api/fields.ts";
import { API_VERSION } from "../../../lib/api/group.ts";
import type { ControlPlane } from "../../cluster/control-plane/control-plane.ts";
import { kubectl } from "../../cluster/control-plane/kubectl.ts";
import { startControlPlane } from "../../cluster/control-plane/start-control-plane.ts";

const test = suite("the cost of rules");
let plane: ControlPlane;
let namespace: string;

test.before(async () => {
  plane = await startControlPlane();
  await plane.reset();
  for (const args of [
    ["apply", "-f", "dist/crds.k8s.yaml"],
    ["wait", "--for=condition=Established", "--timeout=60s", "-f", "dist/crds.k8s.yaml"],
  ]) {
    const { code, stderr } = await kubectl(plane, args);
    assert.is(code, 0, stderr);
  }
  namespace = await plane.makeNamespace();
});

test.after(async () => {
  await plane.reset();
  await plane.stop();
});

/** Names as long as can be that differ at their end alone, so that telling them apart is dear. */
const longNames = (count: number) =>
  Array.from({ length: count }, (_, at) => `x${at}`.padStart(MAX_NAME_LENGTH, "a"));
const longestInput = (valueLength: number) =>
  Object.fromEntries(longNames(MAX_INPUT_KEYS).map((key) => [key, "v".repeat(valueLength)]));
const collectionOf = (plural: string) => `/apis/${API_VERSION}/namespaces/${namespace}/${plural}`;
const create = (plural: string, kind: string, spec: object) =>
  plane.client.call<{ spec: object; metadata: object }>(collectionOf(plural), {
    method: "POST",
    body: { apiVersion: API_VERSION, kind, metadata: { name: "costly" }, spec },
  });

test("allows a team of the most steps where each waits for all before it", async () => {
  const names = longNames(MAX_STEPS);
  const steps = names.map((name, at) => ({ name, service: "s", prompt: "p", dependsOn: names.slice(0, at) }));
  await create("agentteams", "AgentTeam", { steps, input: longestInput(1) });
});

test("allows an event of the most targets with the most keys", async () => {
  const targets = longNames(MAX_TARGETS).map((team) => ({ team, input: longestInput(1) }));
  await create("agentevents", "AgentEvent", { source: { type: "webhook" }, targets });
});

test("allows the largest record of a fire, its rewriting, and says that it can't change", async () => {
  const names = longNames(MAX_TARGETS);
  const valueLength = Math.floor(MAX_FIRE_BYTES / (MAX_TARGETS * MAX_INPUT_KEYS)) - MAX_NAME_LENGTH;
  const siblings = names.map((name) => ({ name, team: name, input: longestInput(valueLength) }));
  const trigger = { type: "webhook", event: "e", fireID: "f", siblings };
  const run = await create("agentruns", "AgentRun", {
    team: names[0],
    input: longestInput(valueLength),
    trigger,
  });
  const path = `${collectionOf("agentruns")}/costly`;

  const labelled = { ...run, metadata: { ...run.metadata, labels: { a: "b" } } };
  const { metadata } = await plane.client.call<{ metadata: object }>(path, { method: "PUT", body: labelled });
  const changed = { ...run, metadata, spec: { ...run.spec, team: names[1] } };
  const { status, body } = await plane.client.send(path, { method: "PUT", body: changed });
  assert.is(status, 422);
  assert.match((body as { message: string }).message, "spec is immutable: create another run");
});

test.run();
