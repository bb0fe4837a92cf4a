import { suite } from "uvu";
import * as assert from "uvu/assert";
import { MAX_STEP_OUTPUT_BYTES, type StepStatus } from "../../../../lib/api/agent-run.ts";
import { settleSteps } from "../../../../runtime/domain/run/settle-steps.ts";
import type { StepOutcome } from "../../../../runtime/domain/run/step-outcome.ts";
import { aStep, aTeamSpec } from "../../../support/builders/a-team.ts";
import {
  after,
  aRunningStep,
  type ObservedRunParts,
  observeRun,
} from "../../../support/builders/an-observed-run.ts";

function settle(parts: ObservedRunParts): StepStatus[] {
  const observed = observeRun(parts);
  return settleSteps(observed, observed.run.status?.steps ?? [], after(1));
}
const phases = (steps: readonly StepStatus[]) => steps.map(({ phase }) => phase);

const test = suite("settleSteps");

test("skips everything below a failed step at once, in any order of the spec", () => {
  const spec = aTeamSpec({
    steps: [aStep("c", { dependsOn: ["b"] }), aStep("b", { dependsOn: ["a"] }), aStep("a"), aStep("free")],
  });
  const steps: StepStatus[] = [
    { name: "c", phase: "Pending" },
    { name: "b", phase: "Pending" },
    { name: "a", phase: "Failed", error: "no" },
    { name: "free", phase: "Pending" },
  ];
  assert.equal(phases(settle({ spec, steps })), ["Skipped", "Skipped", "Failed", "Pending"]);
});

test("fails a step whose prompt can't be rendered, and says where", () => {
  const spec = aTeamSpec({ steps: [aStep("a", { prompt: "about {{ .input.missing }}", retries: 3 })] });
  const [step] = settle({ spec });
  assert.is(step?.phase, "Failed");
  assert.match(step?.error ?? "", /^prompt: line 1, column \d+: .*missing/);
});

test("renders no prompt before its time", () => {
  const spec = aTeamSpec({
    steps: [aStep("a"), aStep("b", { dependsOn: ["a"], prompt: "{{ .steps.a.output }}" })],
  });
  assert.equal(phases(settle({ spec })), ["Pending", "Pending"]);
});

test("fails an answer that does not fit into the run beside the others, and keeps those", () => {
  const names = Array.from({ length: 17 }, (_, index) => `s${index}`);
  const spec = aTeamSpec({ steps: names.map((name) => aStep(name)) });
  const output = "x".repeat(MAX_STEP_OUTPUT_BYTES);
  const steps = names.map(
    (name, index): StepStatus => (index < 15 ? { name, phase: "Succeeded", output } : aRunningStep(name)),
  );
  const outcomes: Record<string, StepOutcome> = {
    "s15-task": { kind: "succeeded", output },
    "s16-task": { kind: "succeeded", output: "small" },
  };
  const settled = settle({ spec, steps, outcomes });
  assert.equal(phases(settled.slice(14)), ["Succeeded", "Failed", "Succeeded"]);
  assert.match(settled[15]?.error ?? "", /^OutputTooLarge/);
  assert.equal([settled[15]?.output, settled[0]?.output?.length], [undefined, MAX_STEP_OUTPUT_BYTES]);
});

test("changes nothing where nothing has happened", () => {
  const steps = [aRunningStep("write")];
  assert.is(settle({ steps })[0], steps[0]);
});

test.run();
