import { suite } from "uvu";
import * as assert from "uvu/assert";
import { BUILT_IN_PROMPT, expectationOf, promptOf } from "../../../../runtime/domain/health/expectation.ts";

const test = suite("expectationOf");

test("takes the built-in prompt when the agent has none of its own", () => {
  const expectation = expectationOf({}, "You are a bot.");
  assert.equal(expectation, { kind: "built-in" });
  assert.is(promptOf(expectation), BUILT_IN_PROMPT);
  assert.match(BUILT_IN_PROMPT, /exactly one word.*HEALTHY/);
});

test("takes the agent's prompt with what it expects and its system prompt", () => {
  const expectation = expectationOf(
    { validatorPrompt: "Say OK.", expect: { equals: "OK" } },
    "You are a bot.",
  );
  assert.equal(expectation, {
    kind: "custom",
    prompt: "Say OK.",
    expect: { equals: "OK" },
    systemPrompt: "You are a bot.",
  });
  assert.is(promptOf(expectation), "Say OK.");
});

test.run();
