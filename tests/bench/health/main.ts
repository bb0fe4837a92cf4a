/** `npm run bench:health [-- file…]`: the judge's confusion matrix on labelled answers, and each disagreement. */
import { confusionOf, explain, matrixLines } from "./confusion.ts";
import { type LabelledAnswer, readLabelledAnswers } from "./read-labelled-answers.ts";

const DEFAULT_SET = "tests/fixtures/health-answers.jsonl";

function report(path: string): void {
  const { rows, unreadable } = readLabelledAnswers(path);
  const kinds: readonly (readonly [string, readonly LabelledAnswer[]])[] = [
    ["all", rows],
    ["built-in prompt", rows.filter(({ expectation }) => expectation.kind === "built-in")],
    ["custom prompts", rows.filter(({ expectation }) => expectation.kind === "custom")],
  ];
  console.log(path);
  for (const [title, some] of kinds) console.log(matrixLines(title, confusionOf(some)).join("\n"));
  const { goodFailed, badPassed } = confusionOf(rows);
  console.log(`good answers that failed: ${goodFailed.length}`);
  for (const one of goodFailed) console.log(explain(one));
  console.log(`wrong answers that passed: ${badPassed.length}`);
  for (const one of badPassed) console.log(explain(one));
  if (unreadable.length > 0) console.log(`lines without a labelled answer: ${unreadable.join(", ")}`);
}

const paths = process.argv.slice(2);
for (const path of paths.length > 0 ? paths : [DEFAULT_SET]) report(path);
