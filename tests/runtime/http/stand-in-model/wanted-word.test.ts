import { suite } from "uvu";
import * as assert from "uvu/assert";
import { BUILT_IN_PROMPT } from "../../../../runtime/domain/health/expectation.ts";
import { wantedWord } from "../../../../runtime/http/stand-in-model/wanted-word.ts";

const test = suite("wantedWord");

const prompts: readonly (readonly [string, string | undefined])[] = [
  [BUILT_IN_PROMPT, "HEALTHY"],
  ["Reply OK", "OK"],
  ["Please reply with exactly one word: READY.", "READY"],
  ["ANSWER ONLY YES", "YES"],
  ["Say 'bereit' and nothing else", "bereit"],
  ["Respond with the single word “hallo”", "hallo"],
  ["Answer with a summary of the text.", undefined],
  ["Say in two sentences what is to be known about NATO.", undefined],
  ["Write about OK.", undefined],
  ["", undefined],
  [`Reply OK${" ".repeat(600)}`, undefined],
];

for (const [prompt, word] of prompts) {
  test(`finds ${word ?? "none"} in “${prompt.slice(0, 40)}”`, () => assert.is(wantedWord(prompt), word));
}

test.run();
