import { suite } from "uvu";
import * as assert from "uvu/assert";
import { MAX_RUN_OUTPUT_BYTES } from "../../../../lib/api/agent-run.ts";
import { failRun, succeedRun } from "../../../../runtime/domain/run/end-run.ts";
import { aRun } from "../../../support/builders/a-run.ts";
import { after } from "../../../support/builders/an-observed-run.ts";

const run = aRun("run", { metadata: { generation: 2 } });
const NOW = after(10);
const failure = { reason: "StepFailed", message: "no", lastEnd: undefined } as const;

const succeeds = suite("succeedRun");

succeeds("ends with the output and a condition that `kubectl wait` understands", () => {
  const status = succeedRun(run, { phase: "Running" }, { output: "text", lastEnd: undefined }, NOW);
  assert.equal([status.phase, status.output, status.completedAt], ["Succeeded", "text", NOW.toISOString()]);
  const [condition] = status.conditions ?? [];
  assert.equal([condition?.type, condition?.status, condition?.observedGeneration], ["Succeeded", "True", 2]);
});

const ends: [name: string, lastEnd: Date | undefined, completedAt: Date][] = [
  ["now where it is the team's first", undefined, NOW],
  ["now where the last one ended before", after(9.999), NOW],
  ["a millisecond after the last one, where that ended at the same instant", NOW, after(10.001)],
  ["a millisecond after the last one, whatever this clock says", after(60), after(60.001)],
];
for (const [name, lastEnd, completedAt] of ends) {
  succeeds(`ends ${name}`, () => {
    const status = succeedRun(run, {}, { output: "", lastEnd }, NOW);
    assert.is(status.completedAt, completedAt.toISOString());
    assert.is(failRun(run, {}, { ...failure, lastEnd }, NOW).completedAt, completedAt.toISOString());
  });
}

succeeds("counts bytes: takes the largest output and fails one that is a byte larger", () => {
  const largest = "é".repeat(MAX_RUN_OUTPUT_BYTES / 2);
  const result = (output: string) => succeedRun(run, {}, { output, lastEnd: undefined }, NOW);
  assert.is(result(largest).phase, "Succeeded");
  const status = result(`${largest}x`);
  assert.equal(
    [status.phase, status.output, status.conditions?.[0]?.reason],
    ["Failed", undefined, "OutputTooLarge"],
  );
});

succeeds.run();

const fails = suite("failRun");

fails("says why, in the status and in the condition", () => {
  const status = failRun(run, { phase: "Running" }, failure, NOW);
  assert.equal([status.phase, status.error], ["Failed", "no"]);
  const [condition] = status.conditions ?? [];
  assert.equal([condition?.status, condition?.reason, condition?.message], ["False", "StepFailed", "no"]);
});

fails("shortens what the schema would refuse, and cuts no character in two", () => {
  const { error = "" } = failRun(run, {}, { ...failure, message: "😀".repeat(5_000) }, NOW);
  assert.is([...error].length, 4_096);
  assert.ok(error.isWellFormed());
});

fails.run();
