import { suite } from "uvu";
import { BUILT_IN_PROMPT, type Expectation } from "../../../../runtime/domain/health/expectation.ts";
import { judge } from "../../../../runtime/domain/health/judge.ts";

const test = suite("judge on hostile answers");

/** As long as an answer may be. A rule that is quadratic would take minutes on one of these, and the run is limited. */
const LENGTH = 262_144;
const filled = (piece: string) => piece.repeat(Math.ceil(LENGTH / piece.length)).slice(0, LENGTH);

const hostile: readonly (readonly [name: string, content: string])[] = [
  ["one letter", filled("a")],
  ["blanks between two letters", `a${filled(" ").slice(2)}b`],
  ["line breaks between two letters", `a${filled("\n").slice(2)}b`],
  ["invisible characters", `a${filled("\u200b").slice(2)}b`],
  ["combining marks", `a${filled("\u0301").slice(1)}`],
  ["opening reasoning tags", filled("<think>")],
  ["closing reasoning tags", filled("</think>")],
  ["reasoning blocks", filled("<think>x</think>y ")],
  ["opening braces", filled("{")],
  ["nested JSON", filled('{"a":')],
  ["a string without end", `{"${filled("a").slice(2)}`],
  ["backslashes", `["${filled("\\").slice(2)}`],
  ["backticks", filled("`")],
  ["fences", filled("```\n")],
  ["apologies", filled("I am sorry but ")],
  ["failing machines", filled("the server error ")],
  ["articles", filled("the the the server ")],
  ["conditions", filled("if when I can't ")],
  ["negations", filled("not READY ")],
  ["postponements", filled("I will be READY ")],
  ["turns", filled("User: a\nAssistant: ")],
  ["end tokens", filled("</s>")],
  ["half templates", filled("{{ a ")],
  ["headings", `<html>${filled("<h1 a").slice(6)}`],
  ["table rows", filled("| a | b |\n")],
  ["Han", filled("的一是不了人我在有他这")],
  ["mojibake", filled("Ã©")],
  ["lone surrogates", filled("\ud83d")],
  ["numbers", filled("0.1, ")],
];
const expectations: readonly Expectation[] = [
  { kind: "built-in" },
  { kind: "custom", prompt: "Summarise what you do." },
  { kind: "custom", prompt: "Answer READY when all your sources are loaded.", expect: { contains: "READY" } },
  { kind: "custom", prompt: "Say ready.", expect: { pattern: "(?i)(a|b|ab|.)*ready$" } },
  { kind: "custom", prompt: BUILT_IN_PROMPT.repeat(30), systemPrompt: "You are a bot. ".repeat(2_000) },
];

for (const [name, content] of hostile) {
  test(`ends on 256 KiB of ${name}`, () => {
    for (const expectation of expectations)
      judge({ status: 200, finishReason: "stop", content }, expectation);
  });
}

test.run();
