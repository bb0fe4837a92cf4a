import { suite } from "uvu";
import * as assert from "uvu/assert";
import { checkTemplate } from "../../../../runtime/domain/template/check-template.ts";
import {
  type FieldsScope,
  targetScope,
  teamScope,
} from "../../../../runtime/domain/template/template-scope.ts";

const test = suite("checkTemplate");

const webhook = targetScope("webhook");
const cron = targetScope("cron");
const upstream = targetScope("team-output");
const prompt = teamScope(["research", "1st"]);
const firstPrompt = teamScope([]);

const fine: readonly (readonly [template: string, scope: FieldsScope])[] = [
  ["no action at all", cron],
  ["{{ .trigger.name }} {{ .trigger.firedAt }}", cron],
  ["{{ .trigger.name }} {{ .trigger.firedAt }}", upstream],
  ["{{ .trigger.body.a.b-c.d }} {{ .trigger.body | toJson }}", webhook],
  ['{{ index .trigger.body "odd key" 0 .trigger.name }}', webhook],
  ['{{ index .trigger "body" "a" }}', webhook],
  ["{{ .trigger.output | trunc 100 }}", upstream],
  ["{{ .input.topic }} {{ .input }} {{ .steps.research.output }}", prompt],
  ['{{ index .steps "1st" "output" }}', prompt],
  ["{{ index .input .input.key }}", prompt],
];

for (const [template, scope] of fine)
  test(`takes ${template}`, () => assert.is(checkTemplate(template, scope), undefined));

const unknown: readonly (readonly [template: string, scope: FieldsScope, column: number, message: RegExp])[] =
  [
    ["{{ .foo }}", webhook, 4, /^there is no \.foo here: a template has \.trigger$/],
    ["{{ .input.a }}", webhook, 4, /there is no \.input here/],
    [
      "{{ .trigger.body.a }}",
      cron,
      4,
      /\.trigger has name, firedAt; only webhook events have \.trigger\.body/,
    ],
    ["{{ .trigger.output }}", webhook, 4, /only team-output events have \.trigger\.output/],
    ["{{ .trigger.body.a | default 1 }}", upstream, 4, /no \.trigger\.body here/],
    [
      'x {{ "a" }} {{ .trigger.bdy }}',
      webhook,
      16,
      /no \.trigger\.bdy here: \.trigger has name, firedAt, body/,
    ],
    ["{{ .trigger.__proto__ }}", webhook, 4, /no \.trigger\.__proto__/],
    ["{{ .constructor }}", webhook, 4, /no \.constructor/],
    ["{{ .trigger.name.length }}", webhook, 4, /\.trigger\.name is text and has no fields/],
    ["{{ index .trigger.name 0 }}", webhook, 4, /\.trigger\.name is text and has no elements/],
    ["{{ .trigger }}", webhook, 4, /\.trigger is no value by itself: \.trigger has name/],
    ['{{ index .trigger "secret" }}', webhook, 4, /no \.trigger\.secret/],
    ["{{ index .trigger .trigger.name }}", webhook, 4, /the key of \.trigger must be written out/],
    ['{{ "bo" | upper | index .trigger }}', webhook, 19, /must be written out/],
    ['{{ index (default "" .trigger) "x" }}', webhook, 22, /\.trigger is no value by itself/],
    ["{{ upper (trim .foo) }}", webhook, 16, /no \.foo/],
    ["{{ .steps.write.output }}", prompt, 4, /\.steps has .*research.*name them in dependsOn/],
    ["{{ .steps.research.outptu }}", prompt, 4, /\.steps\.research has output/],
    ["{{ .steps.research }}", prompt, 4, /no value by itself: \.steps\.research has output/],
    ["{{ .steps | toJson }}", prompt, 4, /no value by itself/],
    ["{{ .steps.research.output }}", firstPrompt, 4, /\.steps has no fields/],
    ["{{ .input.a.b }}", prompt, 4, /\.input\.a is text/],
    ["{{ .trigger.name }}", prompt, 4, /a template has \.input, \.steps/],
  ];

for (const [template, scope, column, message] of unknown)
  test(`refuses ${template}`, () => {
    const flaw = checkTemplate(template, scope);
    assert.equal([flaw?.code, flaw?.line, flaw?.column], ["UnknownField", 1, column]);
    assert.match(flaw?.message ?? "", message);
  });

test("gives the syntax error of what can't be parsed", () => {
  const flaw = checkTemplate("a\n{{ .trigger.name", webhook);
  assert.equal([flaw?.code, flaw?.line, flaw?.column], ["Syntax", 2, 1]);
});

test("keeps messages printable and short whatever a key holds", () => {
  const flaw = checkTemplate(`{{ index .trigger "\\x1b${"x".repeat(1_000)}" }}`, webhook);
  assert.not.match(flaw?.message ?? "", /\p{C}/u);
  assert.ok((flaw?.message ?? "").length < 400);
});

test.run();
