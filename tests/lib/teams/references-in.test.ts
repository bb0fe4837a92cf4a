import { suite } from "uvu";
import * as assert from "uvu/assert";
import { referencesIn } from "../../../lib/teams/references-in.ts";

const test = suite("referencesIn");

for (const [what, template, paths] of [
  ["nothing in plain text", "a .b.c and { .d }", []],
  ["a path", "Hello {{ .input.name }}!", [["input", "name"]]],
  ["paths in a pipeline", "{{ .a.b | default .c }}", [["a", "b"], ["c"]]],
  ["trimmed actions", "{{- .a -}}", [["a"]]],
  ["several actions", "{{.a}}{{.b}}", [["a"], ["b"]]],
  ["no path in quotes", '{{ .a | default ".b }} .c" }}', [["a"]]],
  ["no path after an escaped quote", '{{ default "\\".b" .a }}', [["a"]]],
  ["no path in a comment", "{{/* .a */}}{{ .b }}", [["b"]]],
  ["an index's root", '{{ index .trigger.body "a" 0 }}', [["trigger", "body"]]],
  ["what stands before an action that is never closed", "{{ .a }} {{ .b", [["a"]]],
] as const) {
  test(`finds ${what}`, () => {
    assert.equal(referencesIn(template), paths);
  });
}

test.run();
