import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { confusionOf, explain, matrixLines } from "../../../bench/health/confusion.ts";
import { readLabelledAnswers } from "../../../bench/health/read-labelled-answers.ts";

const test = suite("readLabelledAnswers");
const folder = mkdtempSync(join(tmpdir(), "labelled-"));
const path = join(folder, "set.jsonl");
test.after(() => rmSync(folder, { recursive: true }));

const lines = [
  '{"id":"a","prompt":"built-in","response":{"content":"HEALTHY","finish_reason":"stop","status":200},"healthy":false,"why":"odd label"}',
  '{"healthy":false}',
  '{"healthy":true,"response":7,"prompt":3,"expect":[]}',
  "not JSON",
  "null",
  '{"id":"no label"}',
  "",
];
writeFileSync(path, lines.join("\n"));

test("treats missing fields as absent and reports lines without a label", () => {
  const { rows, unreadable } = readLabelledAnswers(path);
  assert.equal(
    rows.map(({ id }) => id),
    ["a", "line 2", "line 3"],
  );
  assert.equal(unreadable, [4, 5, 6]);
});

test("counts and explains disagreements", () => {
  const confusion = confusionOf(readLabelledAnswers(path).rows);
  assert.equal([confusion.goodPassed, confusion.badFailed], [0, 1]);
  const explained = [...confusion.badPassed, ...confusion.goodFailed].map(explain).join("\n");
  assert.match(explained, /a: labelled unhealthy \(odd label\); the judge passed/);
  assert.match(explained, /line 3: labelled healthy \(no reason given\); the judge failed: UnexpectedStatus/);
  assert.is(matrixLines("all", confusion)[0], "all (3)");
});

test.run();
