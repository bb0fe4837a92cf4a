import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { AgentRun, StepStatus } from "../../../../lib/api/agent-run.ts";
import { keptSteps, whyNotRetryable } from "../../../../runtime/domain/run/retry-steps.ts";
import { aRun } from "../../../support/builders/a-run.ts";
import { aStep, aTeamSpec } from "../../../support/builders/a-team.ts";

const teamSpec = aTeamSpec({
  steps: [
    aStep("publish", { dependsOn: ["write", "draw"] }),
    aStep("write", { dependsOn: ["read"] }),
    aStep("draw"),
    aStep("read"),
    aStep("count"),
  ],
});
const kept: StepStatus = {
  name: "count",
  phase: "Succeeded",
  output: "5",
  attempts: 2,
  completedAt: "2026-01-01T00:00:00Z",
};
const steps: StepStatus[] = [
  { name: "publish", phase: "Skipped", error: "below" },
  { name: "write", phase: "Skipped", error: "below" },
  { name: "draw", phase: "Failed", error: "no", attempts: 3 },
  { name: "read", phase: "Failed", error: "no", attempts: 1 },
  kept,
];
const failed = aRun("run", { status: { phase: "Failed", teamSpec, steps } });
const ofStatus = (status: NonNullable<AgentRun["status"]>) => aRun("run", { status });

const keeps = suite("keptSteps");

function phasesAfter(step?: string): Record<string, string> {
  const result = keptSteps({ run: "run", ...(step === undefined ? {} : { step }) }, failed);
  if ("problem" in result) throw new Error(result.problem);
  return Object.fromEntries(result.steps.map(({ name, phase }) => [name, phase]));
}

keeps("runs failed steps again, and what was skipped because of them, in any order of the spec", () => {
  assert.equal(phasesAfter(), {
    publish: "Pending",
    write: "Pending",
    draw: "Pending",
    read: "Pending",
    count: "Succeeded",
  });
});

keeps("runs the one step again that is named, and what was skipped below it", () => {
  assert.equal(phasesAfter("read"), {
    publish: "Pending",
    write: "Pending",
    draw: "Failed",
    read: "Pending",
    count: "Succeeded",
  });
});

keeps("keeps succeeded steps as they were, with their outputs, and begins the others afresh", () => {
  const result = keptSteps({ run: "run" }, failed);
  if ("problem" in result) throw new Error(result.problem);
  assert.is(result.spec, teamSpec, "the original snapshot");
  assert.is(result.steps[4], kept);
  assert.equal(result.steps[3], { name: "read", phase: "Pending" });
});

keeps("says that there is no such run", () => {
  assert.match((keptSteps({ run: "gone" }, undefined) as { problem: string }).problem, /no run "gone"/);
});

keeps.run();

const whyNot = suite("whyNotRetryable");

const cases: [name: string, run: AgentRun, step: string | undefined, problem: RegExp | undefined][] = [
  ["a failed run", failed, undefined, undefined],
  ["a failed step", failed, "draw", undefined],
  [
    "a run that has succeeded",
    ofStatus({ phase: "Succeeded" }),
    undefined,
    /has not failed \(it is Succeeded\)/,
  ],
  ["a run that goes on", ofStatus({ phase: "Running" }), undefined, /it is Running/],
  ["a run that has not begun", aRun("run"), undefined, /it is Pending/],
  [
    "a step that does not exist",
    failed,
    "other",
    /no step "other"; it has publish, write, draw, read, count/,
  ],
  [
    "a step that has succeeded",
    failed,
    "count",
    /"count" .*has not failed \(it is Succeeded\); failed: draw, read/,
  ],
  ["a step that was skipped", failed, "write", /has not failed \(it is Skipped\)/],
  [
    "a run that never began",
    ofStatus({ phase: "Failed", error: "no team" }),
    undefined,
    /never began \(no team\)/,
  ],
  [
    "a run whose steps have all succeeded",
    ofStatus({ phase: "Failed", teamSpec, steps: [kept] }),
    undefined,
    /no step of run "run" has failed/,
  ],
];
for (const [name, run, step, problem] of cases) {
  whyNot(`${problem === undefined ? "takes" : "refuses"} ${name}`, () => {
    const why = whyNotRetryable(run, step);
    if (problem === undefined) assert.is(why, undefined);
    else assert.match(why ?? "", problem);
  });
}

whyNot.run();
