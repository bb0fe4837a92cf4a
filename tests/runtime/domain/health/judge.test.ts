import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Expectation } from "../../../../runtime/domain/health/expectation.ts";
import { judge } from "../../../../runtime/domain/health/judge.ts";
import type { ModelAnswer } from "../../../../runtime/domain/health/model-answer.ts";
import { HealthReason } from "../../../../runtime/domain/health/verdict.ts";

const test = suite("judge");
const builtIn: Expectation = { kind: "built-in" };
const open: Expectation = { kind: "custom", prompt: "Summarise in one sentence what you do." };
const answered = (content: unknown, others: ModelAnswer = {}): ModelAnswer => ({
  status: 200,
  finishReason: "stop",
  content,
  ...others,
});
const reasonOf = (answer: ModelAnswer, expectation: Expectation) => {
  const verdict = judge(answer, expectation);
  return verdict.healthy ? "Healthy" : verdict.reason;
};

const reasons: readonly (readonly [reason: string, answer: ModelAnswer, expectation: Expectation])[] = [
  ["Healthy", answered("HEALTHY"), builtIn],
  ["KeyRejected", answered("HEALTHY", { status: 401 }), builtIn],
  ["RateLimited", answered(null, { status: 429, raw: "<html></html>" }), builtIn],
  ["ModelNotFound", { status: 404 }, builtIn],
  ["ProviderFailed", { status: 502, raw: "<html></html>" }, builtIn],
  ["UnexpectedStatus", { status: 204 }, builtIn],
  ["UnexpectedStatus", { content: "HEALTHY", finishReason: "stop" }, builtIn],
  ["EmptyBody", { status: 200, raw: "" }, builtIn],
  ["HtmlBody", { status: 200, raw: "<!doctype html>" }, builtIn],
  ["ErrorBody", { status: 200, raw: '{"error":{"message":"x"}}' }, builtIn],
  ["TruncatedBody", { status: 200, raw: '{"choices":[{' }, builtIn],
  ["NotAChatCompletion", { status: 200, raw: '{"choices":[]}' }, builtIn],
  ["TooLarge", answered("a".repeat(262_145)), open],
  ["Refused", answered("HEALTHY", { refusal: "no" }), builtIn],
  ["Filtered", answered("HEALTHY", { finishReason: "content_filter" }), builtIn],
  ["ToolCalled", answered(null, { finishReason: "tool_calls" }), builtIn],
  ["ToolCalled", answered("HEALTHY", { toolCalls: [{}] }), builtIn],
  ["CutShort", answered("HEALTHY", { finishReason: "length" }), builtIn],
  ["UnnaturalStop", answered("HEALTHY", { finishReason: null }), builtIn],
  ["EmptyAnswer", answered(" \u200b"), builtIn],
  ["EmptyAnswer", answered("<think>HEALTHY</think>"), builtIn],
  ["ReasoningUnfinished", answered("<think>HEALTHY"), builtIn],
  ["NotAChatCompletion", answered([{ type: "text", text: "HEALTHY" }]), builtIn],
  ["WrongAnswer", answered("UNHEALTHY"), builtIn],
  ["Refused", answered("I can't help with that."), builtIn],
  ["ErrorAnswer", answered("Internal server error"), builtIn],
  ["HtmlAnswer", answered("<html></html>"), open],
  ["PromptEchoed", answered("Summarise in one sentence what you do."), open],
  ["Looped", answered("I help. ".repeat(40)), open],
  ["TokensLeaked", answered("I plan routes.<|im_end|>"), open],
  ["TemplateLeaked", answered("I am {{ name }}."), open],
  ["ProtocolLeaked", answered("data: [DONE]"), open],
  ["Noise", answered("%$#@!^&*()"), open],
  ["ExpectationUnmet", answered("no"), { kind: "custom", prompt: "Say OK.", expect: { equals: "OK" } }],
  [
    "ExpectationNegated",
    answered("NOT OK"),
    { kind: "custom", prompt: "Say OK.", expect: { contains: "OK" } },
  ],
  ["ExpectationInvalid", answered("OK"), { kind: "custom", prompt: "Say OK.", expect: { pattern: "(" } }],
];
for (const [reason, answer, expectation] of reasons) {
  test(`finds ${reason} in ${JSON.stringify(answer).slice(0, 70)}`, () => {
    assert.is(reasonOf(answer, expectation), reason);
  });
}

test("reads the fields of a completion that is given as the body alone", () => {
  const raw = JSON.stringify({ choices: [{ message: { content: "HEALTHY" }, finish_reason: "stop" }] });
  assert.equal(judge({ status: 200, raw }, builtIn), { healthy: true });
});

test("sees that an answer recites the agent's system prompt", () => {
  const systemPrompt = "You sort the letters of the town hall by urgency.";
  assert.is(reasonOf(answered(systemPrompt), { ...open, systemPrompt }), "PromptEchoed");
});

test("takes an answer that is exactly what the owner wrote down, whatever it looks like", () => {
  for (const equals of [
    "Error: none of it works",
    "{{ name }}",
    "I can't help with that.",
    "!!!",
    "<html></html>",
  ])
    assert.equal(judge(answered(equals), { kind: "custom", prompt: "?", expect: { equals } }), {
      healthy: true,
    });
});

test("judges any reply without throwing, and gives a reason of the closed set and a short detail", () => {
  const known = new Set<string>(Object.values(HealthReason));
  const field = fc.oneof(fc.string(), fc.anything());
  const replies = fc.record(
    {
      status: fc.oneof(fc.constant(200), fc.anything()),
      finishReason: fc.oneof(fc.constant("stop"), fc.anything()),
      content: field,
      refusal: fc.oneof(fc.constant(null), fc.anything()),
      toolCalls: fc.oneof(fc.constant(null), fc.anything()),
      raw: field,
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(replies, fc.constantFrom(builtIn, open), (reply, expectation) => {
      const verdict = judge(reply, expectation);
      return verdict.healthy || (known.has(verdict.reason) && verdict.detail.length <= 200);
    }),
    { numRuns: 300 },
  );
});

test("passes nothing but the word to the built-in prompt, whatever stands round it", () => {
  const words = fc.string({
    unit: fc.constantFrom("a", " not", "?", "U", ":", "НEALTHY", "0", "…", "<", "ok "),
  });
  fc.assert(
    fc.property(words, words, (before, after) => {
      if (before.trim() === "" && after.trim() === "") return true;
      return !judge(answered(`${before}HEALTHY${after}`), builtIn).healthy;
    }),
  );
});

test("quotes no key in any detail", () => {
  const key = "sk-live-4f9a8b7c6d5e4f3a2b1c";
  const answers = [
    `Incorrect API key provided: ${key}.`,
    `My key is ${key}`,
    key,
    `x ${key}`,
    `${"y ".repeat(20)}${key}`,
  ];
  for (const content of answers)
    for (const expectation of [builtIn, open, { ...open, expect: { equals: "OK" } } as const]) {
      const verdict = judge(answered(content), expectation);
      assert.not.ok(!verdict.healthy && verdict.detail.includes(key.slice(3, 12)), content);
    }
  const body = judge({ status: 200, raw: `{"error":{"message":"bad key ${key}"}}` }, builtIn);
  assert.not.ok(JSON.stringify(body).includes(key));
});

test.run();
