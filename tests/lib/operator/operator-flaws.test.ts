import { suite } from "uvu";
import * as assert from "uvu/assert";
import { operatorFlaws } from "../../../lib/operator/operator-flaws.ts";
import type { OperatorProps } from "../../../lib/operator/operator-props.ts";

const test = suite("operatorFlaws");

test("finds nothing in the defaults, nor in props that can be meant", () => {
  assert.equal(operatorFlaws({}), []);
  const props: OperatorProps = {
    image: "tocsin:1",
    imagePullSecrets: ["registry", "a.b-1"],
    replicas: 1,
    namespace: "bells",
    watchedNamespaces: ["a", "b-1"],
    webhook: { host: "hooks.example.com" },
    provider: { baseURL: "http://ollama.models:11434/v1" },
  };
  assert.equal(operatorFlaws(props), []);
});

const flawed: readonly [field: string, props: OperatorProps][] = [
  ["image", { image: "tocsin:latest" }],
  ["image", { image: "tocsin" }],
  ["imagePullSecrets[1]", { imagePullSecrets: ["registry", "a,b"] }],
  ["imagePullSecrets[0]", { imagePullSecrets: ["a..b"] }],
  ["replicas", { replicas: 0 }],
  ["replicas", { replicas: Number.NaN }],
  ["replicas", { replicas: 1.5 }],
  ["namespace", { namespace: "Bells" }],
  ["watchedNamespaces", { watchedNamespaces: [] }],
  ["watchedNamespaces", { watchedNamespaces: ["a", "a"] }],
  ["watchedNamespaces[1]", { watchedNamespaces: ["a", ""] }],
  ["agentMetricsFrom[0]", { agentMetricsFrom: ["a.b"] }],
  ["webhook.host", { webhook: { host: "" } }],
  ["provider.baseURL", { provider: { baseURL: "models.example" } }],
];
for (const [field, props] of flawed) {
  test(`names ${field} of ${JSON.stringify(props)}`, () => {
    const flaws = operatorFlaws(props);
    assert.is(flaws.length, 1);
    assert.ok(flaws[0]?.startsWith(`${field}: `), flaws[0]);
  });
}

test.run();
