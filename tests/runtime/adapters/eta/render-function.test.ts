import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compileRenderFunction, generatedSource } from "../../../../runtime/adapters/eta/render-function.ts";
import { parseTemplate } from "../../../../runtime/domain/template/parse-template.ts";
import { Rendering } from "../../../../runtime/domain/template/rendering.ts";
import type { Template } from "../../../../runtime/domain/template/template.ts";
import { isFlaw } from "../../../../runtime/domain/template/template-flaw.ts";

const test = suite("compileRenderFunction");

test("puts the values where the actions stood", () => {
  const template = parsed("a {{ .x }}{{ .y -}} \n b");
  assert.is(compileRenderFunction(template)(new Rendering(template, { x: 1, y: "<&>" })), "a 1<&>b");
});

test("keeps the new line after an action, which eta would take", () => {
  const template = parsed("{{ .x }}\n\n{{ .x }}\n");
  assert.is(compileRenderFunction(template)(new Rendering(template, { x: 1 })), "1\n\n1\n");
});

test.run();

const generated = suite("generatedSource");

generated("holds quoted text and the numbers of actions and nothing else of the template", () => {
  const lines = generatedSource(parsed(`it's "a\\b"\r\n\u2028{{ .secretField | upper }} <%= it %>`)).split(
    "\n",
  );
  assert.equal(
    lines.filter((line) => line.startsWith("__eta.res+=")),
    [
      String.raw`__eta.res+='it\'s \"a\\b\"\r\n\u2028';`,
      "__eta.res+=it.value(1);",
      "__eta.res+=' <%= it %>';",
    ],
  );
  assert.not.ok(lines.some((line) => /secretField|upper/.test(line)));
});

generated.run();

function parsed(source: string): Template {
  const template = parseTemplate(source);
  if (isFlaw(template)) throw new Error(template.message);
  return template;
}
