import { suite } from "uvu";
import * as assert from "uvu/assert";
import { planRun } from "../../../../runtime/domain/run/plan-run.ts";
import { aStep, aTeamSpec } from "../../../support/builders/a-team.ts";
import {
  after,
  aRunningStep,
  type ObservedRunParts,
  observeRun,
} from "../../../support/builders/an-observed-run.ts";

const spec = aTeamSpec({
  steps: [
    aStep("read", { prompt: "read about {{ .input.topic }}" }),
    aStep("judge"),
    aStep("write", { dependsOn: ["read", "judge"], prompt: "write of {{ .steps.read.output }}" }),
  ],
});
const plan = (parts: ObservedRunParts, seconds = 1) =>
  planRun(observeRun({ spec, input: { topic: "news" }, ...parts }), after(seconds));
const done = (name: string) => ({ name, phase: "Succeeded" as const, output: `${name} output` });

const test = suite("planRun");

test("has all steps that depend on nothing start together, with their prompts and deadlines", () => {
  const planned = plan({});
  const prompts = planned.ready.map(({ step, prompt }) => [step.name, prompt]);
  assert.equal(prompts, [
    ["read", "read about news"],
    ["judge", "do judge"],
  ]);
  assert.equal(planned.ready[0]?.deadline, after(300));
  assert.equal(planned.checkAt, after(300));
});

test("waits no longer than the longest wait for a step whose retry a clock that was set back puts far off", () => {
  const retryAt = after(3_600).toISOString();
  const planned = plan({ steps: [{ name: "read", phase: "Pending", attempts: 1, retryAt }, done("judge")] });
  assert.equal(
    planned.ready.map(({ step }) => step.name),
    ["read"],
  );
});

test("has a step start with the outputs of those before it", () => {
  const planned = plan({ steps: [done("read"), done("judge"), { name: "write", phase: "Pending" }] });
  assert.equal(
    planned.ready.map(({ prompt }) => prompt),
    ["write of read output"],
  );
});

test("lists what goes on to be listened to, with the prompt as it was sent", () => {
  const planned = plan({ steps: [aRunningStep("read"), done("judge"), { name: "write", phase: "Pending" }] });
  assert.equal(
    planned.ongoing.map(({ step, prompt }) => [step.name, prompt]),
    [["read", "read about news"]],
  );
  assert.equal([planned.ready, planned.over], [[], []]);
});

test("takes in an answer, and has its task removed from the pod", () => {
  const steps = [aRunningStep("read"), done("judge"), { name: "write", phase: "Pending" as const }];
  const planned = plan({ steps, outcomes: { "read-task": { kind: "succeeded", output: "x" } } });
  assert.equal(
    planned.over.map(({ taskID }) => taskID),
    ["read-task"],
  );
  assert.equal(
    planned.ready.map(({ prompt }) => prompt),
    ["write of x"],
  );
});

test("waits for a repeated step's time, and looks again then", () => {
  const steps = [
    { name: "read", phase: "Pending" as const, attempts: 1, retryAt: after(5).toISOString() },
    aRunningStep("judge"),
    { name: "write", phase: "Pending" as const },
  ];
  const early = plan({ steps });
  assert.equal([early.ready, early.checkAt], [[], after(5)]);
  assert.equal(
    plan({ steps }, 5).ready.map(({ step }) => step.name),
    ["read"],
  );
});

test("lets other steps end after one has failed, and then fails", () => {
  const failed = { name: "read", phase: "Failed" as const, error: "no" };
  const steps = [failed, aRunningStep("judge"), { name: "write", phase: "Pending" as const }];
  const going = plan({ steps });
  assert.equal([going.status.phase, going.status.steps?.[2]?.phase], ["Running", "Skipped"]);
  const ended = plan({ steps, outcomes: { "judge-task": { kind: "succeeded", output: "x" } } });
  assert.equal([ended.status.phase, ended.status.steps?.[1]?.phase], ["Failed", "Succeeded"]);
});

test("says that the run's time is up, not the step's, where the run's is shorter", () => {
  const short = { ...spec, timeoutSeconds: 10 };
  const steps = [aRunningStep("read"), aRunningStep("judge"), { name: "write", phase: "Pending" as const }];
  const planned = plan({ spec: short, steps }, 10);
  assert.equal([planned.status.phase, planned.status.conditions?.[0]?.reason], ["Failed", "TimedOut"]);
  assert.is(planned.status.steps?.[0]?.error, "the run did not end within 10 s");
  assert.equal(
    planned.over.map(({ taskID }) => taskID),
    ["read-task", "judge-task"],
  );
});

test("takes an answer that came just in time for a run whose time is up", () => {
  const last = { ...spec, timeoutSeconds: 10, steps: [aStep("read")] };
  const outcomes = { "read-task": { kind: "succeeded", output: "x" } as const };
  assert.is(plan({ spec: last, steps: [aRunningStep("read")], outcomes }, 11).status.phase, "Succeeded");
});

test("plans nothing new where nothing has happened", () => {
  const observed = observeRun({
    spec,
    input: { topic: "news" },
    steps: [aRunningStep("read"), done("judge"), { name: "write", phase: "Pending" }],
  });
  assert.equal(planRun(observed, after(2)).status, observed.run.status);
});

test.run();
