import { suite } from "uvu";
import * as assert from "uvu/assert";
import { keywordsOf, subjectOf } from "../../../../runtime/http/stand-in-model/subject.ts";

const test = suite("subjectOf");

const subjects: readonly (readonly [string, string])[] = [
  ["Collect what is worth knowing about the history of bells. At most ten facts.", "the history of bells"],
  ["Write a haiku about why cats purr from these notes:", "why cats purr"],
  ["Say what is known about 鐘, and how sure it is.", "鐘"],
  ["Explain “tidal locking” to a child", "tidal locking"],
  ['Explain "tidal locking" to a child', "tidal locking"],
  ["Topic: the moon", "the moon"],
  ["Greet the user.", "Greet the user"],
  ["", "nothing in particular"],
  ["?", "nothing in particular"],
];

for (const [assignment, subject] of subjects) {
  test(`reads “${assignment}”`, () => assert.is(subjectOf(assignment), subject));
}

test("takes the first two words that carry a text, whatever their case", () => {
  assert.equal(keywordsOf("the history of Bells", "Collect facts about BELLS"), ["history", "BELLS"]);
  assert.equal(keywordsOf("why cats purr"), ["cats", "purr"]);
  assert.equal(keywordsOf("鐘"), ["鐘", "the rest of the question"]);
});

test.run();
