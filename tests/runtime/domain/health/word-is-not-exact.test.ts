import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { wordIsNotExact } from "../../../../runtime/domain/health/word-is-not-exact.ts";

const test = suite("wordIsNotExact");

test("takes the word in any case within any wrappings and with one closing mark", () => {
  const wrappings = fc.constantFrom(
    ...[
      ["", ""],
      ['"', '"'],
      ["'", "'"],
      ["“", "”"],
      ["«\u00a0", "\u00a0»"],
      ["「", "」"],
      ["**", "**"],
      ["_", "_"],
      ["`", "`"],
      [" \u200b", "\ufeff\n"],
      ["```\n", "\n```"],
    ],
  );
  const mark = fc.constantFrom("", ".", "!", "。");
  fc.assert(
    fc.property(
      wrappings,
      wrappings,
      fc.mixedCase(fc.constant("healthy")),
      mark,
      (outer, inner, word, close) => {
        assert.is(
          wordIsNotExact(`${outer[0]}${inner[0]}${word}${close}${inner[1]}${outer[1]}`.trim()),
          undefined,
        );
        assert.is(wordIsNotExact(`${inner[0]}${word}${inner[1]}${close}`.trim()), undefined);
      },
    ),
  );
});

for (const answer of [
  "HEALTHY?",
  "HEALTHY..",
  "HEALTHY.!",
  '"HEALTHY',
  'HEALTHY"',
  "(HEALTHY)",
  "~~HEALTHY~~",
  "HEAL\u200bTHY",
  "ＨEALTHY",
  "",
  ".",
]) {
  test(`refuses ${JSON.stringify(answer)} and quotes it`, () => {
    const flaw = wordIsNotExact(answer);
    assert.is(flaw?.reason, "WrongAnswer");
    assert.match(flaw?.detail ?? "", /not the one word HEALTHY: "/);
  });
}

test.run();
