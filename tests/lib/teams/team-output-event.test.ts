import { suite } from "uvu";
import * as assert from "uvu/assert";
import { targetNamed } from "../../../lib/teams/target.ts";
import { Team } from "../../../lib/teams/team.ts";
import { TeamOutputEvent } from "../../../lib/teams/team-output-event.ts";
import { aChart, onlyManifest } from "../../support/a-chart.ts";

const test = suite("TeamOutputEvent");

const targets = [targetNamed("next")];

test("watches a team for its success", () => {
  const chart = aChart();
  const upstream = new Team(chart, "first", { steps: { a: { service: "s", prompt: "a" } } });
  new TeamOutputEvent(chart, "then", {
    upstream,
    targets: (trigger) => [targetNamed("next", { text: trigger.output })],
  });
  assert.equal(onlyManifest(chart, "AgentEvent").spec, {
    source: { type: "team-output", teamOutput: { name: "first" } },
    targets: [{ team: "next", input: { text: "{{ .trigger.output }}" } }],
  });
});

for (const onPhase of ["Succeeded", "Failed", "*"] as const) {
  test(`watches a team that is made elsewhere for the phase ${onPhase}`, () => {
    const chart = aChart();
    new TeamOutputEvent(chart, "then", { upstream: "first", onPhase, targets });
    const { source } = onlyManifest(chart, "AgentEvent").spec as { source: unknown };
    assert.equal(source, { type: "team-output", teamOutput: { name: "first", onPhase } });
  });
}

test.run();
