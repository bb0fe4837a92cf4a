/** What must hold for every hostile template, whatever it is. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { EtaTemplates } from "../../runtime/adapters/eta/eta-templates.ts";
import { generatedSource } from "../../runtime/adapters/eta/render-function.ts";
import { checkTemplate } from "../../runtime/domain/template/check-template.ts";
import { parseTemplate } from "../../runtime/domain/template/parse-template.ts";
import { RenderBudget } from "../../runtime/domain/template/render-budget.ts";
import type { Template } from "../../runtime/domain/template/template.ts";
import { type TemplateFlaw, TemplateFlawCode } from "../../runtime/domain/template/template-flaw.ts";
import { targetScope } from "../../runtime/domain/template/template-scope.ts";
import type { TemplateData } from "../../runtime/domain/template/template-value.ts";
import { hostileTemplates } from "./hostile-templates.ts";

/** How the templates ended. */
type HostileTally = {
  readonly refused: number;
  readonly rendered: number;
  /** Parsed, but the rendering ended in a flaw. */
  readonly flawed: number;
  readonly heapGrowthBytes: number;
  readonly slowestMs: number;
};

/** A pause of a busy machine; quadratic time on the longest templates would take several times as long. */
const MAX_MS = 2_000;
/** What the full cache weighs more or less by chance; 200,000 leaks of 120 bytes are beyond it. */
const MAX_HEAP_GROWTH_BYTES = 24 * 1_024 * 1_024;
/** Seldomer than this the generator would miss what it is for. */
const LEAST_SHARE = 0.02;
const MAX_OUTPUT_UNITS = 20_000;
/** Values that would be templates, code or prototypes if anything took them for more than data. */
const data: TemplateData = JSON.parse(
  `{"trigger": {"name": "{{ .trigger.body.text }}", "firedAt": "2026-11-21T00:00:00Z", "body": {
    "text": "'; globalThis.pwned = 1; //", "list": ["<%= it %>", {"a": null}], "odd key": ["\${1}"],
    "__proto__": {"polluted": "own"}, "constructor": "own"}}, "__proto__": {"polluted": "own"}}`,
);

/**
 * Sends hostile templates through checker, compiler and renderer. Throws unless every one is rendered or ends
 * in a documented flaw, within its time, and leaves the built-ins and the memory as they were.
 */
export function hostileTemplatesAreHarmless(size: { count: number; seed: number }): void {
  const tally = sendAll(size);
  for (const end of ["refused", "rendered", "flawed"] as const)
    holds(tally[end] >= size.count * LEAST_SHARE, `only ${tally[end]} templates of ${size.count} are ${end}`);
  holds(tally.slowestMs < MAX_MS, `a template took ${tally.slowestMs} ms`);
  holds(tally.heapGrowthBytes < MAX_HEAP_GROWTH_BYTES, `the heap grew by ${tally.heapGrowthBytes} bytes`);
}

function sendAll({ count, seed }: { count: number; seed: number }): HostileTally {
  // V8 remembers what it compiled until the heap is full, and a forced collection does not change that.
  setFlagsFromString("--no-compilation-cache");
  const templates = new EtaTemplates();
  const tally = { refused: 0, rendered: 0, flawed: 0, slowestMs: 0 };
  const before = prototypes();
  let heap = 0;
  let sent = 0;
  for (const source of hostileTemplates({ count, seed })) {
    const startedAt = performance.now();
    try {
      tally[endOf(source, templates)]++;
    } catch (error) {
      throw new Error(`hostile template ${JSON.stringify(source.slice(0, 500))} (seed ${seed})`, {
        cause: error,
      });
    }
    tally.slowestMs = Math.max(tally.slowestMs, performance.now() - startedAt);
    // A tenth fills the cache and warms the compiler; what is kept after that is a leak.
    if (++sent === Math.ceil(count / 10)) heap = heapInUse();
  }
  holds(prototypes() === before, "a built-in prototype or a global was changed");
  return { ...tally, heapGrowthBytes: heapInUse() - heap };
}

function endOf(source: string, templates: EtaTemplates): "refused" | "rendered" | "flawed" {
  const parsed = parseTemplate(source);
  const compiled = templates.compile(source);
  const checked = checkTemplate(source, targetScope("webhook"));
  if (parsed.kind === "flaw") {
    isDocumented(parsed, source, [TemplateFlawCode.syntax, TemplateFlawCode.templateTooLarge]);
    holds(JSON.stringify(compiled) === JSON.stringify(parsed), "compiler and parser disagree");
    holds(JSON.stringify(checked) === JSON.stringify(parsed), "checker and parser disagree");
    return "refused";
  }
  if (compiled.kind === "flaw") throw new Error("parsed, but does not compile");
  if (checked !== undefined) isDocumented(checked, source, [TemplateFlawCode.unknownField]);
  holdsOnlyData(parsed);
  const rendered = compiled.render(data, new RenderBudget(MAX_OUTPUT_UNITS));
  if (rendered.kind === "flaw") {
    const { missingValue, wrongArgument, outputTooLarge } = TemplateFlawCode;
    isDocumented(rendered, source, [missingValue, wrongArgument, outputTooLarge]);
    return "flawed";
  }
  holds(rendered.text.length <= MAX_OUTPUT_UNITS, "the output is beyond its bound");
  holds(source.includes("{{") || rendered.text === source, "text without an action was changed");
  return "rendered";
}

function isDocumented(flaw: TemplateFlaw, source: string, codes: readonly TemplateFlawCode[]): void {
  const line = source.split("\n")[flaw.line - 1];
  holds(codes.includes(flaw.code), `the code ${flaw.code} does not belong here`);
  holds(
    line !== undefined && flaw.column >= 1 && flaw.column <= [...line].length + 1,
    "the place is outside",
  );
  holds(
    flaw.message.length > 0 && flaw.message.length < 600 && !/\p{C}/u.test(flaw.message),
    "a bad message",
  );
}

const [head = "", tail = ""] = splitAtBody(generatedSource(parseTemplate("") as Template));
const ALLOWED_LINE =
  /^__eta\.res\+=(?:it\.value\(\d+\)|'(?:[^'\\\n\r\u2028\u2029]|\\['"\\bfnrt]|\\u[0-9a-f]{4})*');$/;

/** The generated function must be eta's own frame with nothing but quoted text and numbers in it. */
function holdsOnlyData(template: Template): void {
  const source = generatedSource(template);
  holds(source.startsWith(head) && source.endsWith(tail), "the frame of the function was changed");
  const lines = source.slice(head.length, source.length - tail.length).split("\n");
  for (const line of lines)
    holds(line === "" || ALLOWED_LINE.test(line), `generated code: ${line.slice(0, 200)}`);
}

function splitAtBody(source: string): readonly [string, string] {
  const end = source.indexOf("\nif (__eta.layout)");
  return [source.slice(0, end).trimEnd(), source.slice(end)];
}

function prototypes(): string {
  const owners = [Object.prototype, Array.prototype, String.prototype, Function.prototype, globalThis];
  return owners.map((owner) => Reflect.ownKeys(owner).map(String).sort().join()).join("|");
}

function heapInUse(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  return process.memoryUsage().heapUsed;
}

function holds(condition: boolean, otherwise: string): void {
  if (!condition) throw new Error(otherwise);
}
