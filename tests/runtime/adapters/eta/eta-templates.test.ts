import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { EtaTemplates } from "../../../../runtime/adapters/eta/eta-templates.ts";
import { TemplateCache } from "../../../../runtime/adapters/eta/template-cache.ts";
import { RenderBudget } from "../../../../runtime/domain/template/render-budget.ts";
import type { TemplateData, TemplateValue } from "../../../../runtime/domain/template/template-value.ts";
import type { CompiledTemplate } from "../../../../runtime/ports/templates.ts";
import { hostileTemplatesAreHarmless } from "../../../support/hostile-template-check.ts";

const test = suite("EtaTemplates");

test("renders text, values and their functions", () => {
  const data = { trigger: { name: "deploy", body: { city: " Zürich ", tags: ["a", "b"] } } };
  const template =
    "{{ .trigger.name | upper }}: {{- .trigger.body.city | trim }}, {{ .trigger.body.tags }}\n";
  assert.is(render(template, data), 'DEPLOY:Zürich, ["a","b"]\n');
});

test("says what a template reads", () => {
  assert.equal(
    compile("{{ .input.a }} {{ .steps.b.output }}").references.map(({ path }) => path),
    [
      ["input", "a"],
      ["steps", "b", "output"],
    ],
  );
});

test("gives a missing value as a flaw and renders the next data all the same", () => {
  const compiled = compile("{{ .a }}");
  const flaw = compiled.render({});
  assert.is(flaw.kind === "flaw" ? flaw.expression : undefined, ".a");
  assert.equal(compiled.render({ a: 1 }), { kind: "text", text: "1" });
});

test("keeps to the budget it is given", () => {
  const compiled = compile("{{ .a }}");
  assert.is(compiled.render({ a: "123" }, new RenderBudget(3)).kind, "text");
  assert.is(compiled.render({ a: "1234" }, new RenderBudget(3)).kind, "flaw");
});

test("compiles the same source once while it is remembered", () => {
  const templates = new EtaTemplates(new TemplateCache({ templates: 1, units: 100 }));
  const first = templates.compile("a {{ .x }}");
  assert.is(templates.compile("a {{ .x }}"), first);
  templates.compile("another");
  assert.is.not(templates.compile("a {{ .x }}"), first);
});

test("gives the same text for the same template and data, compiled anew", () => {
  const data = { trigger: { name: "n", body: { a: [1, { b: null }], c: "x" } } };
  const template = 'x {{ .trigger.body | toJson | quote }} {{ index .trigger.body "a" 1 }}';
  assert.is(render(template, data), render(template, data));
});

const asText: readonly (readonly [why: string, template: string])[] = [
  ["eta's own tags", "<% globalThis.pwned = 1 %><%= it %><%~ it %>"],
  ["quotes and backslashes", `'; globalThis.pwned = 1; // \\'; \\\\'; " \``],
  ["line ends of every kind", "a\nb\r\nc\rd\u2028e\u2029f\u0085g"],
  ["template literals", `\${globalThis.pwned = 1} \`\${it}\``],
  ["half surrogate pairs and controls", "\ud800 \udc00 \u0000 \u001b \ufeff"],
  ["closing braces", "}} } */ -}}"],
];

for (const [why, template] of asText)
  test(`leaves text as it is: ${why}`, () => {
    assert.is(render(template, {}), template);
    assert.is(Reflect.get(globalThis, "pwned"), undefined);
  });

const refused: readonly string[] = [
  "{{= process.env }}",
  "{{~ it }}",
  "{{ process.env.HOME }}",
  "{{ this }}",
  "{{ it.value(0) }}",
  '{{ include "x" }}',
  `{{ \`\${1}\` }}`,
  "{{ .a; globalThis.pwned = 1 }}",
  "{{ .a\u2028globalThis.pwned = 1 }}",
  '{{ "a" + "b" }}',
  "{{ .a[0] }}",
  "{{ .a.constructor('x')() }}",
];

for (const template of refused)
  test(`refuses ${JSON.stringify(template)}`, () =>
    assert.is(new EtaTemplates().compile(template).kind, "flaw"));

const unreachable: readonly string[] = [
  "{{ .constructor }}",
  "{{ .constructor.constructor }}",
  "{{ .__proto__ }}",
  "{{ .a.__proto__.polluted }}",
  "{{ .a.toString }}",
  '{{ index .a "__proto__" "constructor" }}',
  '{{ index .list "length" }}',
  '{{ "constructor" | index .list }}',
  "{{ .text.length }}",
];

for (const template of unreachable)
  test(`finds nothing behind ${template}`, () => {
    const rendered = compile(template).render({ a: {}, list: [1], text: "x" });
    assert.is(rendered.kind === "flaw" ? rendered.code : rendered.text, "MissingValue");
    assert.is(
      render(template.replace(" }}", ' | default "none" }}'), { a: {}, list: [1], text: "x" }),
      "none",
    );
  });

test("reads own fields with the names of Object's", () => {
  const data = JSON.parse('{"__proto__": {"constructor": "own"}}') as TemplateData;
  assert.is(render("{{ .__proto__.constructor }}", data), "own");
});

const anyValue = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<TemplateValue>;

test("inserts any value as data and never renders it again", () => {
  const hostile = fc.constantFrom(
    "{{ .b }}",
    "<%= it %>",
    "'+it+'",
    "{{",
    "}}",
    `\${it}`,
    "\\",
    "'",
    "\u2028",
  );
  fc.assert(
    fc.property(fc.oneof(anyValue, hostile), fc.string(), (a, b) => {
      fc.pre(a !== null);
      const inserted = typeof a === "string" ? a : JSON.stringify(a);
      assert.is(render("<{{ .a }}|{{ .b }}>", { a, b }), `<${inserted}|${b}>`);
    }),
  );
});

test("writes with toJson what JSON.parse reads back", () => {
  fc.assert(
    fc.property(anyValue, (a) => {
      assert.equal(JSON.parse(render("{{ .a | toJson }}", { a })), JSON.parse(JSON.stringify(a)));
    }),
  );
});

test("joins texts and values as they are written", () => {
  const text = fc.string().filter((value) => !/\{|\}/.test(value));
  fc.assert(
    fc.property(fc.array(fc.tuple(text, fc.string()), { maxLength: 8 }), (pairs) => {
      const template = pairs.map(([before], at) => `${before}{{ .v${at} }}`).join("");
      const data = Object.fromEntries(pairs.map(([, value], at) => [`v${at}`, value]));
      assert.is(render(template, data), pairs.flat().join(""));
    }),
  );
});

test("renders 20,000 hostile templates or ends in the documented flaws", () => {
  hostileTemplatesAreHarmless({ count: 20_000, seed: 20_261_121 });
});

function compile(template: string): CompiledTemplate {
  const compiled = new EtaTemplates().compile(template);
  if (compiled.kind === "flaw") throw new Error(compiled.message);
  return compiled;
}

function render(template: string, data: TemplateData): string {
  const rendered = compile(template).render(data);
  if (rendered.kind === "flaw") throw new Error(rendered.message);
  return rendered.text;
}

test.run();
