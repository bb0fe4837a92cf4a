import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseTemplate } from "../../../../runtime/domain/template/parse-template.ts";
import { RenderBudget } from "../../../../runtime/domain/template/render-budget.ts";
import { Rendering } from "../../../../runtime/domain/template/rendering.ts";
import { isFlaw } from "../../../../runtime/domain/template/template-flaw.ts";
import type { TemplateData, TemplateValue } from "../../../../runtime/domain/template/template-value.ts";

const test = suite("Rendering");

const data: TemplateData = {
  trigger: {
    name: "nightly",
    body: { text: "hello", nothing: null, list: [1, "two", { three: 3 }], "odd key": "odd", count: 7 },
  },
};

test("gives the value of an action and nothing for text", () => {
  const rendering = start("a {{ .trigger.name }} b");
  assert.equal(
    [rendering.value(0), rendering.value(1), rendering.value(2), rendering.value(9)],
    ["", "nightly", "", ""],
  );
  assert.is(rendering.flaw, undefined);
});

const missing: readonly (readonly [template: string, expression: string, column: number])[] = [
  ["{{ .trigger.body.city }}", ".trigger.body.city", 4],
  ["{{ .nowhere }}", ".nowhere", 4],
  ["{{ .trigger.body.text.length }}", ".trigger.body.text.length", 4],
  ["{{ .trigger.body.list.length }}", ".trigger.body.list.length", 4],
  ["{{ .trigger.constructor }}", ".trigger.constructor", 4],
  ["{{ .trigger.__proto__.polluted }}", ".trigger.__proto__.polluted", 4],
  ["{{ .trigger.body.nothing }}", ".trigger.body.nothing", 4],
  ["{{ .trigger.body.nothing | upper }}", ".trigger.body.nothing", 4],
  ["{{ .trigger.body.city | upper | quote }}", ".trigger.body.city", 4],
  ["{{ upper .trigger.body.text | trunc 2 }} {{ upper .a }}", ".a", 51],
  ["{{ index .trigger.body.list 3 }}", "index .trigger.body.list 3", 4],
  ["{{ index .trigger.body .trigger.key }}", ".trigger.key", 24],
  ['{{ .trigger.body.list | toJson | index .trigger.body "list" }}', 'index .trigger.body "list"', 34],
  ["{{ default .a .b }}", ".a", 12],
  ["{{ .a | default .b | upper }}", ".b", 17],
];

for (const [template, expression, column] of missing)
  test(`refuses a missing value without default: ${template}`, () => {
    const flaw = flawOf(start(template));
    assert.equal([flaw.code, flaw.line, flaw.column], ["MissingValue", 1, column]);
    assert.is(flaw.expression, expression);
    assert.ok(flaw.message.includes(`\`${expression}\``), flaw.message);
    assert.match(flaw.message, /default/);
  });

test("names the line of a missing value", () => {
  assert.is(flawOf(start("one\ntwo\n  {{ .x }}")).line, 3);
});

const wrong: readonly (readonly [template: string, message: RegExp])[] = [
  ["{{ trunc .trigger.name .trigger.body.text }}", /argument 1 of trunc is no whole number/],
  ["{{ index .trigger.body.list .trigger.body.list }}", /argument 2 of index is no key or position/],
  ["{{ true | default .a | index .trigger.body }}", /argument 2 of index is no key or position/],
];

for (const [template, message] of wrong)
  test(`refuses a value of the wrong kind: ${template}`, () => {
    const flaw = flawOf(start(template));
    assert.is(flaw.code, "WrongArgument");
    assert.match(flaw.message, message);
    assert.not.match(flaw.message, /nightly|two/);
  });

test("gives nothing more once something went wrong", () => {
  const rendering = start("{{ .a }}{{ .trigger.name }}{{ .b }}");
  assert.equal([rendering.value(0), rendering.value(1), rendering.value(2)], ["", "", ""]);
  assert.is(rendering.flaw?.expression, ".a");
});

const tooLarge: readonly (readonly [why: string, template: string, units: number])[] = [
  ["its text alone is longer", "x".repeat(11), 10],
  ["a value does not fit", "{{ .trigger.name }}", 6],
  ["the values together do not fit", "{{ .trigger.name }}{{ .trigger.name }}", 13],
  ["quoting doubles each time", `{{ .trigger.body | ${Array(40).fill("quote").join(" | ")} }}`, 10_000],
  [
    "many short excerpts of a long text cost too much",
    "{{ .trigger.body | toJson | trunc 1 }}".repeat(100),
    200,
  ],
  [
    "what is made only to be dropped costs too",
    '{{ "x" | default (toJson .trigger.body) }}'.repeat(100),
    200,
  ],
  ["many short excerpts of an object cost too much", "{{ trunc 1 .trigger.body }}".repeat(100), 200],
];

for (const [why, template, units] of tooLarge)
  test(`refuses a rendering because ${why}`, () => {
    const rendering = start(template, new RenderBudget(units));
    assert.is(flawOf(rendering).code, "OutputTooLarge");
  });

test("lets trunc look at the start of a long text many times", () => {
  const rendering = start("{{ trunc 1 .long }}".repeat(100), new RenderBudget(100), {
    long: "x".repeat(100_000),
  });
  for (let part = 0; part < 100; part++) assert.is(rendering.value(part), "x");
});

test("lets renderings share one budget", () => {
  const budget = new RenderBudget(10);
  assert.is(start("{{ .trigger.name }}", budget).value(0), "nightly");
  assert.is(flawOf(start("{{ .trigger.name }}", budget)).code, "OutputTooLarge");
});

test("counts the keys of an object that default looks at", () => {
  const body = Object.fromEntries(Array.from({ length: 1_000 }, (_, key) => [`k${key}`, 1]));
  const template = '{{ index (default 1 .body) "k1" }}'.repeat(100);
  assert.is(flawOf(start(template, new RenderBudget(500), { body })).code, "OutputTooLarge");
});

test("refuses to insert what is nested beyond the stack", () => {
  let deep: TemplateValue = [];
  for (let level = 0; level < 200_000; level++) deep = [deep];
  assert.match(flawOf(start("{{ .deep }}", undefined, { deep })).message, /nested too deeply/);
});

function start(template: string, budget?: RenderBudget, values: TemplateData = data): Rendering {
  const parsed = parseTemplate(template);
  if (isFlaw(parsed)) throw new Error(parsed.message);
  return new Rendering(parsed, values, budget);
}

function flawOf(rendering: Rendering) {
  for (let part = 0; part < 300; part++) rendering.value(part);
  if (rendering.flaw === undefined) throw new Error("nothing went wrong");
  return rendering.flaw;
}

test.run();
