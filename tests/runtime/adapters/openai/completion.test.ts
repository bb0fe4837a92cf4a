import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readCompletion } from "../../../../runtime/adapters/openai/completion.ts";

const test = suite("readCompletion");
const nothing = { content: null, refusal: null, hasToolCalls: false, finishReason: null };

test("reads a message", () => {
  const message = { content: "x", refusal: "no", tool_calls: [{}] };
  assert.equal(readCompletion({ choices: [{ message, finish_reason: "stop" }] }, "message"), {
    content: "x",
    refusal: "no",
    hasToolCalls: true,
    finishReason: "stop",
    usage: undefined,
  });
});

test("reads the first choice's delta, and a message in its place", () => {
  const both = {
    choices: [{ delta: { content: "d" }, message: { content: "m" } }, { delta: { content: "2" } }],
  };
  assert.is(readCompletion(both, "delta")?.content, "d");
  assert.is(readCompletion({ choices: [{ message: { content: "m" } }] }, "delta")?.content, "m");
  assert.is(readCompletion({ choices: [{ delta: { content: "d" } }] }, "message"), undefined);
});

test("takes a chunk of usage alone, or of a finish reason alone", () => {
  const usage = { prompt_tokens: 3, completion_tokens: 4 };
  const counted = { ...nothing, usage: { prompt: 3, completion: 4 } };
  assert.equal(readCompletion({ choices: [], usage }, "delta"), counted);
  assert.equal(readCompletion({ choices: null, usage }, "delta"), counted);
  assert.is(readCompletion({ choices: [{ finish_reason: "stop" }] }, "delta")?.finishReason, "stop");
  assert.is(readCompletion({ choices: [], usage }, "message"), undefined);
});

for (const usage of [
  null,
  5,
  {},
  { prompt_tokens: -1, completion_tokens: 1 },
  { prompt_tokens: "1", completion_tokens: 1 },
]) {
  test(`passes over the usage ${JSON.stringify(usage)}`, () => {
    assert.is(readCompletion({ choices: [{ delta: {} }], usage }, "delta")?.usage, undefined);
  });
}

test("never throws, and only gives what its type says", () => {
  const keys = [
    "choices",
    "message",
    "delta",
    "content",
    "refusal",
    "tool_calls",
    "finish_reason",
    "usage",
    "type",
    "text",
  ];
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom(null, true, 1, "text", "stop"),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...keys), tie("value"), { maxKeys: 5 }),
    ),
  }));
  fc.assert(
    fc.property(value, fc.constantFrom("message" as const, "delta" as const), (given, part) => {
      const read = readCompletion(given, part);
      if (read === undefined) return;
      for (const text of [read.content, read.refusal, read.finishReason])
        assert.ok(text === null || typeof text === "string");
      assert.type(read.hasToolCalls, "boolean");
    }),
    { numRuns: 2_000 },
  );
});

test.run();
