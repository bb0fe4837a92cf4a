/** The same templates through Go's text/template with sprig's functions and through ours. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { EtaTemplates } from "../../../../runtime/adapters/eta/eta-templates.ts";
import { describeFlaw } from "../../../../runtime/domain/template/template-flaw.ts";
import type { TemplateData } from "../../../../runtime/domain/template/template-value.ts";

const test = suite("EtaTemplates");

const data: TemplateData = {
  name: "Ada",
  n: 5,
  f: 1.5,
  big: 1e21,
  yes: true,
  no: false,
  empty: "",
  zero: 0,
  list: ["a", "b"],
  none: [],
  map: { list: ["p", { q: "r" }], "odd key": "v" },
  nomap: {},
  text: "Zürich, 日本 x",
  quoted: 'say "hi"\\\n',
  nul: null,
};

/** What Go 1.26 with sprig 3.3 answers. */
const same: readonly (readonly [template: string, text: string])[] = [
  ["{{ .name }}", "Ada"],
  ["{{ .n }}", "5"],
  ["{{ .f }}", "1.5"],
  ["{{ .yes }}", "true"],
  ["{{ .no }}", "false"],
  ["{{ 1.0 }}", "1"],
  ["{{ 1e3 }}", "1000"],
  ["{{ -0 }}", "0"],
  ["{{ +7 }}", "7"],
  ["{{ 0.25 }}", "0.25"],
  ["{{ 1e21 }}", "1e+21"],
  ["{{ .big }}", "1e+21"],
  ["{{ true }}", "true"],
  ['{{ "a\\tb\\"c\\\\d\\u00e9\\U0001F514\\x41\\101" }}', 'a\tb"c\\dé🔔AA'],
  ["{{ .name | upper }}", "ADA"],
  ["{{ upper .name }}", "ADA"],
  ["{{ .name | lower | quote }}", '"ada"'],
  ['{{ " a b\\t" | trim }}', "a b"],
  ["{{ trunc 2 .name }}", "Ad"],
  ["{{ .name | trunc -2 }}", "da"],
  ["{{ .name | trunc 0 }}", ""],
  ["{{ .name | trunc 99 }}", "Ada"],
  ["{{ .name | trunc -99 }}", "Ada"],
  ["{{ quote .name }}", '"Ada"'],
  ["{{ quote .quoted }}", '"say \\"hi\\"\\\\\\n"'],
  ["{{ quote .text }}", '"Zürich, 日本 x"'],
  ["{{ quote 5 true }}", '"5" "true"'],
  ['{{ quote .name "b" }}', '"Ada" "b"'],
  [
    '{{ quote "\\a\\b\\f\\n\\r\\t\\v\\x00\\x7f\\u200b\\u2028\\u00a0\\U0001F514" }}',
    '"\\a\\b\\f\\n\\r\\t\\v\\x00\\x7f\\u200b\\u2028\\u00a0🔔"',
  ],
  ['{{ .empty | default "d" }}', "d"],
  ['{{ .zero | default "d" }}', "d"],
  ['{{ .no | default "d" }}', "d"],
  ['{{ .none | default "d" }}', "d"],
  ['{{ .nomap | default "d" }}', "d"],
  ['{{ .nul | default "d" }}', "d"],
  ['{{ .nowhere | default "d" }}', "d"],
  ['{{ .name | default "d" }}', "Ada"],
  ['{{ default "d" .list | toJson }}', '["a","b"]'],
  ["{{ default 5 .empty }}", "5"],
  ["{{ default .name .empty }}", "Ada"],
  ["{{ index .list 1 }}", "b"],
  ['{{ index .map "odd key" }}', "v"],
  ['{{ index .map "list" 1 "q" }}', "r"],
  ["{{ 0 | index .list }}", "a"],
  ['{{ "odd key" | index .map }}', "v"],
  ['{{ index (index .map "list") 0 | upper }}', "P"],
  ["{{ toJson .map }}", '{"list":["p",{"q":"r"}],"odd key":"v"}'],
  ["{{ .list | toJson }}", '["a","b"]'],
  ["{{ .name | toJson }}", '"Ada"'],
  ["{{ .nul | toJson }}", "null"],
  ["{{ toJson 5 }}", "5"],
  ["{{ toJson .f }}", "1.5"],
  ["{{ (.name) }}", "Ada"],
  ["{{ (upper .name) | lower }}", "ada"],
  ['{{ upper (trim " x ") }}', "X"],
  ["{{ .map.list | toJson | quote }}", '"[\\"p\\",{\\"q\\":\\"r\\"}]"'],
  ["{{ .text | upper }}", "ZÜRICH, 日本 X"],
  ['{{ "STRASSE" | lower }}', "strasse"],
  ["{{ .name | trunc 1e0 }}", "A"],
  ["{{.name|upper|lower}}", "ada"],
  ["{{ .name\n| upper\n}}", "ADA"],
];

for (const [template, text] of same)
  test(`renders what Go does: ${JSON.stringify(template)}`, () => assert.is(render(template), text));

/** Where we depart from Go, and why. */
const departures: readonly (readonly [why: string, template: string, text: RegExp])[] = [
  [
    "a missing field is an error, not <no value>",
    "{{ .nowhere }}",
    /^line 1, column 4: `\.nowhere` has no value/,
  ],
  ["a null is as good as missing", "{{ .nul }}", /is null/],
  ["objects are JSON, not map[…]", "{{ .map }}", /^\{"list":\["p",\{"q":"r"\}\],"odd key":"v"\}$/],
  ["lists are JSON, not […]", "{{ .list }}", /^\["a","b"\]$/],
  ["JSON stays readable: no \\u003c for <", '{{ toJson "<&>" }}', /^"<&>"$/],
  ["trunc counts characters, not bytes", "{{ trunc 2 .text }}", /^Zü$/],
  ["text functions take any value", "{{ upper .map.list }}", /^\["P",\{"Q":"R"\}\]$/],
  ["a position beyond the list is missing, so default helps", '{{ index .list 9 | default "d" }}', /^d$/],
  ["a missing value passes through functions to default", '{{ .nowhere | upper | default "d" }}', /^d$/],
  ["fields may have hyphens", "{{ .a-b }}", /`\.a-b` has no value/],
  ["raw strings are refused", "{{ `x` }}", /backticks/],
  ["variables are refused", "{{ $x }}", /variables/],
  ["control structures are refused", "{{ if .yes }}x{{ end }}", /"if" of Go's templates is not supported/],
  ["printf is refused", '{{ printf "%d" 5 }}', /"printf"/],
  ["hexadecimal numbers are refused", "{{ 0x10 }}", /not decimal/],
  ["octal numbers are refused", "{{ 010 }}", /not decimal/],
  ["the whole context is refused", "{{ . }}", /a dot needs the name/],
  ["a field of a result is refused", "{{ (index .list 0).x }}", /write index \(…\) "key"/],
];

for (const [why, template, expected] of departures)
  test(`departs from Go: ${why}`, () => assert.match(render(template), expected));

function render(template: string): string {
  const compiled = new EtaTemplates().compile(template);
  const rendered = compiled.kind === "flaw" ? compiled : compiled.render(data);
  return rendered.kind === "flaw" ? describeFlaw(rendered) : rendered.text;
}

test.run();
