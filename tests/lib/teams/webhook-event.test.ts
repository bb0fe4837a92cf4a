import { suite } from "uvu";
import * as assert from "uvu/assert";
import { targetNamed } from "../../../lib/teams/target.ts";
import { Team } from "../../../lib/teams/team.ts";
import { WebhookEvent } from "../../../lib/teams/webhook-event.ts";
import { aChart, onlyManifest } from "../../support/a-chart.ts";

const test = suite("WebhookEvent");

test("makes an AgentEvent whose targets read the body", () => {
  const chart = aChart();
  const team = new Team(chart, "review", {
    needs: ["title"],
    input: { tone: "dry" },
    steps: { a: { service: "s", prompt: "a" } },
  });
  new WebhookEvent(chart, "opened", {
    targets: (trigger) => [
      team.target({ title: trigger.body("pull_request.title") }),
      targetNamed("elsewhere", {
        first: trigger.body(["items", "0"]),
        all: trigger.body(),
        by: trigger.name,
      }),
      targetNamed("bare"),
    ],
    concurrencyPolicy: "Forbid",
    suspended: true,
  });
  const { metadata, spec } = onlyManifest(chart, "AgentEvent");
  assert.equal(metadata, { name: "opened" });
  assert.equal(spec, {
    source: { type: "webhook" },
    targets: [
      { team: "review", input: { title: "{{ .trigger.body.pull_request.title }}" } },
      {
        team: "elsewhere",
        input: {
          first: '{{ index .trigger.body "items" 0 }}',
          all: "{{ .trigger.body }}",
          by: "{{ .trigger.name }}",
        },
      },
      { team: "bare" },
    ],
    concurrencyPolicy: "Forbid",
    suspended: true,
  });
});

for (const [what, targets, message] of [
  ["no target", [], 'test/e: spec.targets: Invalid value: "array": must have at least 1 items'],
  [
    "a field that webhooks do not have",
    [targetNamed("t", { a: "{{ .trigger.output }}" })],
    'test/e: input "a" of target t: line 1, column 4: there is no .trigger.output here: .trigger has name, firedAt, body; only team-output events have .trigger.output',
  ],
  [
    "a team's name that no team can have",
    [targetNamed("My Team")],
    'test/e: spec.targets[0].team: Invalid value: "My Team": must match ^[a-z0-9]([-a-z0-9]*[a-z0-9])?$',
  ],
  [
    "the input of a team",
    [targetNamed("t", { a: "{{ .input.x }}" })],
    'test/e: input "a" of target t: line 1, column 4: there is no .input here: a template has .trigger',
  ],
] as const) {
  test(`refuses ${what}, with its path`, () => {
    assert.throws(
      () => new WebhookEvent(aChart(), "e", { targets }),
      (error: Error) => error.message === message,
    );
  });
}

test("refuses a name that leaves no room for its runs' names", () => {
  assert.throws(
    () => new WebhookEvent(aChart(), "e".repeat(49), { targets: [targetNamed("t")] }),
    /more than 48 characters/,
  );
});

test.run();
