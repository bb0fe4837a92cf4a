import { suite } from "uvu";
import * as assert from "uvu/assert";
import { AgentTeamResource } from "../../../../lib/api/agent-team.ts";
import { SecretSchema } from "../../../../runtime/domain/resource/core-schemas.ts";
import { kindSchemaOf } from "../../../../runtime/domain/resource/kind-schema.ts";
import { unknownFields } from "../../../../runtime/domain/resource/unknown-fields.ts";

const test = suite("unknownFields");
const team = kindSchemaOf(AgentTeamResource);
const head = { apiVersion: "tocsin.dev/v1alpha1", kind: "AgentTeam", metadata: { name: "team" } };

test("finds none in an object that has only known ones", () => {
  const metadata = { name: "t", finalizers: [], managedFields: [], labels: { anything: "goes" } };
  const spec = { input: { anything: "goes" }, steps: [{ name: "a", dependsOn: ["b"] }] };
  const status = { conditions: [{ type: "Ready" }] };
  assert.equal(unknownFields(team, { ...head, metadata, spec, status }), []);
});

test("names each with its path", () => {
  const object = {
    ...head,
    metadata: { name: "t", label: {} },
    sepc: {},
    spec: { steps: [{ name: "a" }, { promt: "b", name: "c" }], runHistoryLimit: { success: 1 } },
    status: { conditions: [{ tpye: "Ready" }] },
  };
  assert.equal(unknownFields(team, object), [
    "metadata.label",
    "sepc",
    "spec.steps[1].promt",
    "spec.runHistoryLimit.success",
    "status.conditions[0].tpye",
  ]);
});

test("names no more than a person reads", () => {
  const spec = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`f${index}`, 1]));
  assert.is(unknownFields(team, { ...head, spec }).length, 20);
});

test("knows the fields that a kind takes but does not keep", () => {
  const secret = {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: "s" },
    stringData: { a: "b" },
    date: {},
  };
  assert.equal(unknownFields(SecretSchema, secret), ["date"]);
});

test("stays calm about values of a wrong type", () => {
  assert.equal(unknownFields(team, { ...head, metadata: "m", spec: { steps: "x", input: [1] } }), []);
  assert.equal(unknownFields(team, { ...head, spec: null }), []);
});

test.run();
