import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { judge } from "../../../../runtime/domain/health/judge.ts";
import { composeAnswer } from "../../../../runtime/http/stand-in-model/compose-answer.ts";

const test = suite("composeAnswer");

test("answers from the prompt's words, in the role that the system prompt gives", () => {
  const answer = composeAnswer({
    system: "You research topics.",
    prompt: "Collect facts about the history of bells. At most ten.",
  });
  assert.match(answer, /^\[researcher\] Notes on the history of bells: .*“history”.*“bells”/);
  assert.match(answer, "\n- asked: “Collect facts about the history of bells. At most ten.”");
});

test("gives the same answer for the same prompt, and another for another", () => {
  const answers = ["a", "b", "c", "d"].map((topic) =>
    composeAnswer({ system: "", prompt: `Tell me about ${topic}.` }),
  );
  assert.equal(
    answers,
    ["a", "b", "c", "d"].map((topic) => composeAnswer({ system: "", prompt: `Tell me about ${topic}.` })),
  );
  assert.is(new Set(answers).size, 4);
});

test("shows in a team's last answer what every step has said", () => {
  const research = composeAnswer({ system: "You research.", prompt: "Collect facts about cats." });
  const critique = composeAnswer({
    system: "You check notes.",
    prompt: `These are notes about cats:\n\n${research}\n\nWhat is missing?`,
  });
  const write = composeAnswer({
    system: "You write prose.",
    prompt: `Write about cats from these notes:\n\n${research}`,
  });
  const say = composeAnswer({
    system: "You speak.",
    prompt: `Say what is known about cats.\n\nThe text:\n${write}\n\nThe critique:\n${critique}`,
  });
  assert.match(say, /^\[speaker\] /);
  for (const role of ["researcher", "critic", "writer"]) assert.match(say, `\n- from the ${role}: “`);
  const sentence = /^\[researcher\] (.{40})/.exec(research)?.[1]?.replaceAll("“", "‘").replaceAll("”", "’");
  assert.match(say, `- from the researcher: “${sentence}`);
});

test("quotes text that nobody has signed", () => {
  const answer = composeAnswer({ system: "", prompt: "Sum up.\n\nBells are cast.\n\nBells are rung." });
  assert.match(answer, "\n- from the prompt: “Bells are cast.”\n- from the prompt: “Bells are rung.”");
});

test("satisfies the check of an owner who expects a word", () => {
  const prompt = "Reply OK if you are ready to accept tasks.";
  const content = composeAnswer({ system: "You are a writer.", prompt });
  const expectation = { kind: "custom", prompt, expect: { equals: "OK" } } as const;
  assert.equal(judge({ status: 200, content, finishReason: "stop", refusal: null }, expectation), {
    healthy: true,
  });
});

test("stays under a thousand characters and on the lines that it means to write, whatever it is asked", () => {
  const piece = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("\n\n", "\n", "“", "”", "about ", ": ", "You are a ", "\u0000", "🔔", "x".repeat(5_000)),
    fc.constantFrom("[writer] one\n", "\n[a b] two", "\n- from the critic: “three”\n", "- asked: “four”"),
  );
  const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(text, text, (system, prompt) => {
      const answer = composeAnswer({ system, prompt });
      assert.ok([...answer].length < 1_000, `${[...answer].length} characters`);
      assert.is(answer.trim() === "", false);
      for (const line of answer.split("\n").slice(1))
        assert.match(line, /^- (asked|from the [a-z][a-z -]*): “[^“”]*”$/u);
    }),
    { numRuns: 300 },
  );
});

test("answers a prompt of the largest size in little time", () => {
  for (const filler of ["a ", "\n", "\n\n", "[writer] x\n\n", "about ", "say ", "“"]) {
    const prompt = filler.repeat(Math.ceil(1_000_000 / filler.length));
    assert.ok([...composeAnswer({ system: prompt, prompt })].length < 1_000);
  }
});

test.run();
