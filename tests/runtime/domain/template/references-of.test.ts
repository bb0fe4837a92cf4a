import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseTemplate } from "../../../../runtime/domain/template/parse-template.ts";
import { referencesOf } from "../../../../runtime/domain/template/references-of.ts";
import { isFlaw } from "../../../../runtime/domain/template/template-flaw.ts";

const test = suite("referencesOf");

/** Paths with slashes; "/?" where index goes on by what only the values tell. */
const cases: readonly (readonly [template: string, paths: readonly string[]])[] = [
  ["text only {{/* .comment */}}", []],
  ['{{ "text" }}{{ 5 | trunc 1 }}', []],
  ["{{ .input.topic }} {{ .steps.research.output }}", ["input/topic", "steps/research/output"]],
  ["{{ .a }}{{ .a }}", ["a", "a"]],
  ["{{ default .a .b | trunc .c }}", ["a", "b", "c"]],
  ["{{ upper (default .a (trim .b)) }}", ["a", "b"]],
  ['{{ index .steps "research" "output" }}', ["steps/research/output"]],
  ['{{ index (.steps) "research" }}', ["steps/research"]],
  ['{{ index .body "list" 0 "name" }}', ["body/list/?"]],
  ["{{ index .body .input.key }}", ["body/?", "input/key"]],
  ['{{ index .body (.input.key | upper) "x" }}', ["body/?", "input/key"]],
  ['{{ index (.a | default .b) "c" }}', ["a", "b"]],
  ['{{ "body" | index .trigger }}', ["trigger/body"]],
  ['{{ .key | index .trigger "body" }}', ["key", "trigger/body/?"]],
  ['{{ "body" | upper | index .trigger }}', ["trigger/?"]],
  ['{{ "x" | upper | index .trigger "body" }}', ["trigger/body/?"]],
];

for (const [template, paths] of cases)
  test(`lists what ${template} reads`, () => {
    const parsed = parseTemplate(template);
    if (isFlaw(parsed)) throw new Error(parsed.message);
    const found = referencesOf(parsed).map(({ path, goesOn }) =>
      [...path, ...(goesOn ? ["?"] : [])].join("/"),
    );
    assert.equal(found, paths);
  });

test.run();
