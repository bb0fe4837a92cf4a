import { suite } from "uvu";
import * as assert from "uvu/assert";
import { inputDoesNotFit } from "../../../lib/teams/input-does-not-fit.ts";

const test = suite("inputDoesNotFit");

const keys = { declared: ["tone", "title"], needed: ["title"] };

const cases: readonly [what: string, input: Record<string, unknown>, flaws: readonly string[]][] = [
  ["what is needed alone", { title: "t" }, []],
  ["a default that is overridden", { title: "t", tone: "dry" }, []],
  ["an empty text", { title: "" }, []],
  ["nothing", {}, ['a target has to give a value for the input "title"']],
  ["a value that is undefined", { title: undefined }, ['a target has to give a value for the input "title"']],
  [
    "a default that is overridden by nothing",
    { title: "t", tone: undefined },
    ['a target has to give a value for the input "tone"'],
  ],
  [
    "a key that is misspelt",
    { titel: "t" },
    [
      'a target gives the input "titel", and the team declares only: tone, title',
      'a target has to give a value for the input "title"',
    ],
  ],
];
for (const [what, input, flaws] of cases)
  test(`judges ${what}`, () => assert.equal(inputDoesNotFit(input, keys), flaws));

test("names no keys where there are none", () => {
  const none = { declared: [], needed: [] };
  assert.equal(inputDoesNotFit({ a: "1" }, none), [
    'a target gives the input "a", and the team declares only: none',
  ]);
});

test.run();
