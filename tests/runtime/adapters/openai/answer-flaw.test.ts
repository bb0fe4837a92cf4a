import { suite } from "uvu";
import * as assert from "uvu/assert";
import { answerFlaw } from "../../../../runtime/adapters/openai/answer-flaw.ts";
import { ModelErrorReason } from "../../../../runtime/ports/model.ts";

const test = suite("answerFlaw");
const sound = { finishReason: "stop", hasRefused: false, hasToolCalls: false, isVisible: true };
const R = ModelErrorReason;

for (const finishReason of [
  "stop",
  "STOP",
  "end_turn",
  "eos_token",
  "stop_sequence",
  "COMPLETE",
  "complete",
]) {
  test(`finds none in an answer that ends with ${finishReason}`, () =>
    assert.is(answerFlaw({ ...sound, finishReason }), undefined));
}

const flawed: readonly (readonly [string, Partial<Parameters<typeof answerFlaw>[0]>, ModelErrorReason])[] = [
  ["a refusal", { hasRefused: true, isVisible: false, finishReason: "content_filter" }, R.refused],
  ["a refusal by finish reason", { finishReason: "refusal" }, R.refused],
  ["the limit of tokens", { finishReason: "length", isVisible: false }, R.truncated],
  ["another name of that limit", { finishReason: "MAX_TOKENS" }, R.truncated],
  ["the filter", { finishReason: "content_filter", isVisible: false }, R.filtered],
  ["a tool call", { finishReason: "tool_calls" }, R.malformed],
  ["a tool call beside a stop", { hasToolCalls: true }, R.malformed],
  ["no finish reason", { finishReason: null }, R.malformed],
  ["an unknown finish reason", { finishReason: "because" }, R.malformed],
  ["nothing visible", { isVisible: false }, R.empty],
];

for (const [name, end, reason] of flawed) {
  test(`finds ${reason} in ${name}`, () => assert.is(answerFlaw({ ...sound, ...end })?.reason, reason));
}

test.run();
