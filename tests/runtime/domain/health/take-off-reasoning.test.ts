import { suite } from "uvu";
import * as assert from "uvu/assert";
import { takeOffReasoning } from "../../../../runtime/domain/health/take-off-reasoning.ts";

const test = suite("takeOffReasoning");

const cases: readonly (readonly [name: string, content: string, visible: string])[] = [
  ["keeps an answer without reasoning", " OK ", "OK"],
  ["takes a closed block off", "<think>a</think>OK", "OK"],
  ["takes blocks of both names off", "<think>a</think><thinking>b</thinking>OK", "OK"],
  ["takes nested blocks off as one", "<think>a<think>b</think>c</think>OK", "OK"],
  ["takes off what stands before a lone closing tag", "some thought</think>OK", "OK"],
  ["takes tags in any case", "<THINK>a</Think>OK", "OK"],
  ["keeps what stands between two blocks", "a <think>x</think> b", "a \n b"],
  ["joins no word across a block", "HEA<think>x</think>LTHY", "HEA\nLTHY"],
  ["reads a tag in inline code as text", "`<think>` opens reasoning", "`<think>` opens reasoning"],
];
for (const [name, content, text] of cases) {
  test(name, () => assert.equal(takeOffReasoning(content), { text }));
}

for (const content of ["<think>OK", "<think>a<think>b</think>OK", "<think>a</thinking>OK", "OK<think>"]) {
  test(`finds the reasoning of ${content} unfinished`, () => {
    const found = takeOffReasoning(content);
    assert.is("flaw" in found && found.flaw.reason, "ReasoningUnfinished");
  });
}

for (const content of ["<think>OK</think>", "OK</think>", "OK<think>a</think>\u200b"]) {
  test(`finds nothing after the reasoning of ${content}`, () => {
    const found = takeOffReasoning(content);
    assert.is("flaw" in found && found.flaw.reason, "EmptyAnswer");
  });
}

test.run();
