import { suite } from "uvu";
import * as assert from "uvu/assert";
import { MAX_RUN_BYTES } from "../../../../lib/api/agent-run.ts";
import { type StartInput, startRun } from "../../../../runtime/domain/run/start-run.ts";
import { aRun } from "../../../support/builders/a-run.ts";
import { aStep, aTeamSpec } from "../../../support/builders/a-team.ts";
import { after, STARTED_AT } from "../../../support/builders/an-observed-run.ts";

const team = aTeamSpec({ steps: [aStep("read"), aStep("write", { dependsOn: ["read"] })] });
const start = (parts: Partial<StartInput> = {}) =>
  startRun({ run: aRun("run"), team, original: undefined, lastEnd: undefined, ...parts }, after(0));
const retry = aRun("run-r1", { spec: { retryOf: { run: "run" } } });
const original = aRun("run", {
  status: {
    phase: "Failed",
    teamSpec: team,
    steps: [
      { name: "read", phase: "Succeeded", output: "text" },
      { name: "write", phase: "Failed", error: "no" },
    ],
  },
});

const test = suite("startRun");

test("begins with a snapshot of the team and all steps pending", () => {
  const status = start();
  assert.equal([status.phase, status.startedAt, status.teamSpec], ["Running", STARTED_AT, team]);
  assert.equal(status.steps, [
    { name: "read", phase: "Pending" },
    { name: "write", phase: "Pending" },
  ]);
  assert.equal([status.conditions?.[0]?.status, status.conditions?.[0]?.reason], ["Unknown", "Running"]);
});

test("begins a retry with the original's snapshot and what had succeeded", () => {
  const status = start({ run: retry, team: undefined, original });
  assert.is(status.teamSpec, team);
  assert.equal(status.steps, [
    { name: "read", phase: "Succeeded", output: "text" },
    { name: "write", phase: "Pending" },
  ]);
});

const prompts = Array.from({ length: 32 }, (_, index) => aStep(`s${index}`, { prompt: "x".repeat(32_768) }));
const largest = aTeamSpec({ steps: prompts });
const refusals: [name: string, parts: Partial<StartInput>, reason: string, error: RegExp][] = [
  ["there is no such team", { team: undefined }, "TeamNotFound", /no team "writers"/],
  [
    "the team can't run",
    { team: aTeamSpec({ steps: [aStep("a", { dependsOn: ["a"] })] }) },
    "InvalidTeam",
    /cycle/,
  ],
  [
    "the snapshot leaves the object no room",
    { team: largest },
    "InvalidTeam",
    new RegExp(`${MAX_RUN_BYTES} bytes`),
  ],
  ["the run to retry is gone", { run: retry }, "NotRetryable", /no run "run"/],
  ["the run to retry has not failed", { run: retry, original: aRun("run") }, "NotRetryable", /it is Pending/],
];
for (const [name, parts, reason, error] of refusals) {
  test(`fails at once where ${name}`, () => {
    const status = start(parts);
    assert.equal([status.phase, status.conditions?.[0]?.reason], ["Failed", reason]);
    assert.match(status.error ?? "", error);
    assert.ok(status.completedAt !== undefined);
    assert.ok(JSON.stringify(status).length < 10_000);
  });
}

test("ends a run that can't begin after the team's last end", () => {
  assert.is(start({ team: undefined, lastEnd: after(5) }).completedAt, after(5.001).toISOString());
});

test.run();
