import { suite } from "uvu";
import * as assert from "uvu/assert";
import { MAX_STEP_OUTPUT_BYTES, type StepStatus } from "../../../../lib/api/agent-run.ts";
import { advanceStep, MAX_LOST_PODS } from "../../../../runtime/domain/run/advance-step.ts";
import type { StepOutcome } from "../../../../runtime/domain/run/step-outcome.ts";
import { aStep, aTeamSpec } from "../../../support/builders/a-team.ts";
import { after, aRunningStep, observeRun } from "../../../support/builders/an-observed-run.ts";

type Case = {
  readonly status: StepStatus;
  readonly outcome?: StepOutcome;
  readonly retries?: number;
  readonly others?: StepStatus[];
  readonly seconds?: number;
};

function advance({ status, outcome, retries = 0, others = [], seconds = 10 }: Case): StepStatus {
  const dependsOn = others.map(({ name }) => name);
  const step = aStep("write", { retries, dependsOn, timeoutSeconds: 300 });
  const spec = aTeamSpec({ steps: [...dependsOn.map((name) => aStep(name)), step] });
  const { run } = observeRun({ spec });
  return advanceStep({ run, spec, steps: [...others, status] }, step, status, outcome, after(seconds));
}

const running = aRunningStep("write");
const pending: StepStatus = { name: "write", phase: "Pending" };
const succeeded = (output: string): StepOutcome => ({ kind: "succeeded", output });
const failed = (isRetryable: boolean): StepOutcome => ({
  kind: "failed",
  reason: "Model",
  message: "no",
  isRetryable,
});

const test = suite("advanceStep");

test("leaves alone what goes on, waits or is over", () => {
  const over: StepStatus = { name: "write", phase: "Succeeded", taskID: "write-task" };
  for (const status of [running, pending, over]) assert.is(advance({ status }), status);
});

test("takes an answer, with its tokens, and forgets the errors before it", () => {
  const tokens = { prompt: 1, completion: 2 };
  const status = advance({
    status: { ...running, error: "old" },
    outcome: { kind: "succeeded", output: "text", tokens },
  });
  assert.equal(
    [status.phase, status.output, status.tokens, status.error],
    ["Succeeded", "text", tokens, undefined],
  );
  assert.is(status.completedAt, after(10).toISOString());
});

test("takes the longest answer and fails one that is a byte longer, without cutting it", () => {
  const longest = "é".repeat(MAX_STEP_OUTPUT_BYTES / 2);
  assert.is(advance({ status: running, outcome: succeeded(longest) }).output, longest);
  const status = advance({ status: running, outcome: succeeded(`${longest}x`), retries: 3 });
  assert.equal([status.phase, status.output], ["Failed", undefined]);
  assert.match(status.error ?? "", /^OutputTooLarge/);
});

test("repeats a failed attempt later, elsewhere, and as often as it may", () => {
  const again = advance({ status: running, outcome: failed(true), retries: 1 });
  assert.equal(
    [again.phase, again.pod, again.podUID, again.taskID],
    ["Pending", undefined, undefined, undefined],
  );
  assert.equal([again.error, again.retryAt], ["Model: no", after(11).toISOString()]);
  const last = advance({ status: { ...running, attempts: 2 }, outcome: failed(true), retries: 1 });
  assert.equal([last.phase, last.retryAt], ["Failed", undefined]);
});

test("does not repeat what would fail again", () => {
  assert.is(advance({ status: running, outcome: failed(false), retries: 5 }).phase, "Failed");
});

test("forgives lost pods, at once and without using up retries, but only so many", () => {
  const once = advance({ status: running, outcome: { kind: "lost" } });
  assert.equal([once.phase, once.lostPods, once.retryAt], ["Pending", 1, after(10).toISOString()]);
  const tired = { ...running, attempts: 4, lostPods: MAX_LOST_PODS };
  const status = advance({ status: tired, outcome: { kind: "lost" } });
  assert.equal([status.phase, status.lostPods], ["Failed", MAX_LOST_PODS + 1]);
  assert.match(status.error ?? "", /pod desk-1 was gone/);
  const failedOnce = { ...running, attempts: 4, lostPods: 3 };
  assert.is(advance({ status: failedOnce, outcome: failed(true), retries: 1 }).phase, "Pending");
});

test("counts no attempt that a pod refused, and chooses again after a pause", () => {
  const status = advance({ status: running, outcome: { kind: "refused" } });
  const retryAt = after(10.1).toISOString();
  assert.equal(status, { name: "write", phase: "Pending", attempts: 0, retryAt });
});

test("times an attempt out by the step's own time, and repeats it if it may", () => {
  assert.is(advance({ status: running, seconds: 299.999 }), running);
  const status = advance({ status: running, seconds: 300 });
  assert.equal([status.phase, status.error], ["Failed", "timed out after 300 s"]);
  assert.is(advance({ status: running, seconds: 300, retries: 1 }).phase, "Pending");
});

test("fails a step that no pod took in time, though pods went on refusing it", () => {
  const waiting: StepStatus = { ...pending, attempts: 0, retryAt: after(299.95).toISOString() };
  assert.is(advance({ status: waiting, seconds: 299.99 }), waiting);
  const status = advance({ status: waiting, seconds: 300 });
  assert.is(status.phase, "Failed");
  assert.match(status.error ?? "", /no ready pod of AgentService desk/);
});

for (const [phase, how] of [
  ["Failed", "failed"],
  ["Skipped", "was skipped"],
] as const) {
  test(`skips what depends on a step that ${how}`, () => {
    const status = advance({ status: pending, others: [{ name: "read", phase }] });
    assert.equal([status.phase, status.error], ["Skipped", `step read, which it depends on, ${how}`]);
  });
}

test("never times out what still waits for other steps", () => {
  const others = [aRunningStep("read")];
  assert.is(advance({ status: pending, others, seconds: 5_000 }), pending);
});

test.run();
