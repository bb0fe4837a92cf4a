import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { AgentSpec, ProbeSpec } from "../../../../lib/api/agent.ts";
import { agentProblem } from "../../../../runtime/domain/agent/agent-problem.ts";

const specWith = (expect?: ProbeSpec["expect"]): AgentSpec => ({
  model: "m",
  replicas: 1,
  maxConcurrentTasks: 4,
  livenessProbe: { type: "semantic", intervalSeconds: 60, ...(expect === undefined ? {} : { expect }) },
});

const test = suite("agentProblem");

test("finds nothing wrong with a sound agent", () => {
  assert.is(agentProblem(specWith(), undefined), undefined);
  assert.is(agentProblem(specWith({ pattern: "^o+k$" }), undefined), undefined);
});

test("finds an expectation that can't be read, before a missing key", () => {
  const problem = agentProblem(specWith({ pattern: "(" }), "the key is missing");
  assert.is(problem?.reason, "InvalidExpectation");
  assert.match(problem?.message ?? "", /^spec\.livenessProbe\.expect: /);
});

test("passes on what is missing of the provider's key", () => {
  const problem = agentProblem(specWith(), "there is no Secret");
  assert.equal(problem, { reason: "ProviderKeyMissing", message: "there is no Secret" });
});

test.run();
