import { Duration } from "cdk8s";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { AgentPool } from "../../../lib/teams/agent-pool.ts";
import { aChart, onlyManifest } from "../../support/a-chart.ts";

const test = suite("AgentPool");

test("makes an Agent and the AgentService that selects it", () => {
  const chart = aChart();
  const pool = new AgentPool(chart, "writer", { model: "m" });
  const agent = onlyManifest(chart, "Agent");
  const service = onlyManifest(chart, "AgentService");
  assert.is(pool.name, "writer");
  assert.equal(agent.metadata, { name: "writer", labels: { "tocsin.dev/pool": "writer" } });
  assert.equal(agent.spec, { model: "m" });
  assert.equal(service.metadata, { name: "writer" });
  assert.equal(service.spec, { selector: { matchLabels: { "tocsin.dev/pool": "writer" } } });
});

test("passes on all that is given", () => {
  const chart = aChart();
  const given = {
    model: "m",
    systemPrompt: "You write.",
    provider: { baseURL: "https://llm.example", apiKeySecretRef: { name: "key" } },
    replicas: 3,
    maxConcurrentTasks: 2,
    resources: { requests: { cpu: "100m" }, limits: { memory: "256Mi" } },
  };
  new AgentPool(chart, "writer", given);
  assert.equal(onlyManifest(chart, "Agent").spec, given);
});

for (const [what, semanticCheck, livenessProbe] of [
  ["the built-in prompt", {}, { type: "semantic" }],
  ["an interval", { interval: Duration.minutes(5) }, { type: "semantic", intervalSeconds: 300 }],
  [
    "a prompt and the exact answer",
    { validatorPrompt: "2 + 2?", expect: { equals: "4" } },
    { type: "semantic", validatorPrompt: "2 + 2?", expect: { equals: "4" } },
  ],
  [
    "a prompt and a pattern",
    { validatorPrompt: "A number?", expect: { pattern: "^[0-9]+$" } },
    { type: "semantic", validatorPrompt: "A number?", expect: { pattern: "^[0-9]+$" } },
  ],
] as const) {
  test(`checks the sense of answers by ${what}`, () => {
    const chart = aChart();
    new AgentPool(chart, "writer", { model: "m", semanticCheck });
    assert.equal(onlyManifest(chart, "Agent").spec, { model: "m", livenessProbe });
  });
}

test("refuses what the API server would, with its path", () => {
  assert.throws(
    () => new AgentPool(aChart(), "writer", { model: "", replicas: 101 }),
    (error: Error) => /^test\/writer:\n {2}spec\.model: .*\n {2}spec\.replicas: /.test(error.message),
  );
});

test("refuses a name that leaves no room for its pods' names", () => {
  assert.throws(() => new AgentPool(aChart(), "a".repeat(48), { model: "m" }), /more than 47 characters/);
});

test("refuses a pattern that RE2 can't read, with its path", () => {
  const semanticCheck = { validatorPrompt: "A number?", expect: { pattern: "(?=4)" } };
  assert.throws(
    () => new AgentPool(aChart(), "writer", { model: "m", semanticCheck }),
    /^test\/writer: expect\.pattern is not a valid RE2 expression: /,
  );
});

test("refuses a name that its Service could not bear, with the construct's path", () => {
  for (const name of ["4o", "gpt-4.1"])
    assert.throws(
      () => new AgentPool(aChart(), "pool", { name, model: "m" }),
      /^test\/pool: .*metadata\.name must be letters, digits and '-'/,
    );
});

test.run();
