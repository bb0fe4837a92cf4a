import { suite } from "uvu";
import * as assert from "uvu/assert";
import { AgentEventResource } from "../../../lib/api/agent-event.ts";
import { AgentRunResource } from "../../../lib/api/agent-run.ts";
import { brokenRules } from "../../../lib/teams/broken-rules.ts";

const test = suite("brokenRules");

const metadata = { name: "e" };
const event = (spec: object) => brokenRules(AgentEventResource, { metadata, spec } as never);
const targets = [{ team: "t" }];

test("has nothing against a valid object", () => {
  assert.equal(event({ source: { type: "webhook" }, targets }), []);
});

test("names the field that the schema refuses", () => {
  assert.equal(event({ source: { type: "webhook" }, targets: [] }), [
    "spec.targets: Too small: expected array to have >=1 items",
  ]);
});

test("names the node that a rule hangs on", () => {
  assert.equal(event({ source: { type: "cron" }, targets }), [
    "spec.source: cron is required when type is cron, and refused otherwise",
  ]);
});

test("applies a rule to every item of a list", () => {
  const flaws = event({ source: { type: "webhook" }, targets: [{ team: "t", input: { "a b": "" } }] });
  assert.is(flaws.length, 1);
  assert.match(flaws[0] ?? "", /^spec\.targets\.\*\.input: input keys must match/);
});

test("names no field for a rule on the whole object", () => {
  const spec = { source: { type: "webhook" }, targets };
  assert.equal(brokenRules(AgentEventResource, { metadata: { name: "e".repeat(49) }, spec } as never), [
    "metadata.name may not be more than 48 characters",
  ]);
});

test("leaves out rules that compare with an older object", () => {
  const spec = { team: "t", trigger: { type: "cli" } };
  assert.equal(brokenRules(AgentRunResource, { metadata, spec } as never), []);
});

test.run();
