import { suite } from "uvu";
import * as assert from "uvu/assert";
import { MAX_STEP_OUTPUT_BYTES } from "../../../../lib/api/agent-run.ts";
import {
  afterFailure,
  afterResult,
  afterToken,
  notBegun,
} from "../../../../runtime/domain/task/task-progress.ts";

const progress = suite("task-progress");
const failure = { reason: "Removed", message: "it was removed", isRetryable: false };

progress("collects the pieces of an answer into its result", () => {
  const spoken = ["a", "", "é", "b"].reduce(afterToken, notBegun);
  assert.equal(afterResult(spoken, { prompt: 1, completion: 2 }).ending, {
    type: "result",
    output: "aéb",
    tokens: { prompt: 1, completion: 2 },
  });
});

progress("takes an output of exactly the longest size", () => {
  const spoken = afterToken(afterToken(notBegun, "é".repeat(MAX_STEP_OUTPUT_BYTES / 2 - 1)), "ab");
  assert.is(spoken.bytes, MAX_STEP_OUTPUT_BYTES);
  assert.is(spoken.ending, undefined);
});

progress("fails a longer output, for good, and keeps what was said before", () => {
  const full = afterToken(notBegun, "a".repeat(MAX_STEP_OUTPUT_BYTES));
  const over = afterToken(full, "b");
  assert.is(over.text, full.text);
  assert.equal(over.ending?.type === "failure" && [over.ending.reason, over.ending.isRetryable], [
    "OutputTooLarge",
    false,
  ]);
});

progress("changes nothing once it has ended", () => {
  for (const ended of [afterResult(notBegun, undefined), afterFailure(notBegun, failure)]) {
    assert.is(afterToken(ended, "late"), ended);
    assert.is(afterResult(ended, { prompt: 9, completion: 9 }), ended);
    assert.is(afterFailure(ended, { ...failure, reason: "Other" }), ended);
  }
});

progress.run();
