import { suite } from "uvu";
import * as assert from "uvu/assert";
import { confusionOf } from "../../../bench/health/confusion.ts";
import { readLabelledAnswers } from "../../../bench/health/read-labelled-answers.ts";

const test = suite("judge on labelled answers");
const fixture = (name: string) => new URL(`../../../fixtures/${name}.jsonl`, import.meta.url);
const ids = (disagreements: readonly { readonly row: { readonly id: string } }[]) =>
  disagreements.map(({ row }) => row.id);

test("agrees with all of the given set but two answers to another prompt", () => {
  const { rows, unreadable } = readLabelledAnswers(fixture("health-answers"));
  assert.equal([rows.length, unreadable], [160, []]);
  const { goodFailed, badPassed } = confusionOf(rows);
  assert.equal(ids(goodFailed), []);
  // A letter and a JSON object are no form of failure: only who understands the prompt sees that they don't fit.
  assert.equal(ids(badPassed), ["dev-custom-echo-01", "dev-custom-echo-03"]);
});

test("agrees with every answer of the project's own set", () => {
  const { rows, unreadable } = readLabelledAnswers(fixture("health-cases"));
  assert.ok(rows.length > 1_500);
  assert.equal(unreadable, []);
  const { goodFailed, badPassed } = confusionOf(rows);
  assert.equal(ids(goodFailed), []);
  assert.equal(ids(badPassed), []);
});

test.run();
