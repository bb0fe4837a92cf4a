import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Reference } from "../../../lib/teams/reference.ts";
import { parseTemplate } from "../../../runtime/domain/template/parse-template.ts";

const test = suite("Reference");

const field = Reference.to(".trigger.body", ["title"]);

for (const [what, reference, written] of [
  ["a field", field, "{{ .trigger.body.title }}"],
  ["a field in a field", Reference.to(".a", ["b", "c-d"]), "{{ .a.b.c-d }}"],
  ["a position", Reference.to(".a", ["items", "0", "id"]), '{{ index .a "items" 0 "id" }}'],
  ["a key that is no name", Reference.to(".a", ["x.y", 'say "hi"']), '{{ index .a "x.y" "say \\"hi\\"" }}'],
  ["a key that begins with zeros", Reference.to(".a", ["007"]), '{{ index .a "007" }}'],
  ["a fallback", field.or("none"), '{{ .trigger.body.title | default "none" }}'],
  [
    "a fallback with quotes and lines",
    field.or('a "b"\n'),
    '{{ .trigger.body.title | default "a \\"b\\"\\n" }}',
  ],
  ["every change", field.upper().lower().trim(), "{{ .trigger.body.title | upper | lower | trim }}"],
  [
    "lengths and forms",
    field.truncate(3).toJson().quote(),
    "{{ .trigger.body.title | trunc 3 | toJson | quote }}",
  ],
] as const) {
  test(`writes ${what} as the operator's templates do`, () => {
    assert.is(`${reference}`, written);
    assert.is(parseTemplate(written).kind, "template");
  });
}

test("does not change when a stage is added", () => {
  field.upper();
  assert.is(`${field}`, "{{ .trigger.body.title }}");
});

test.run();
