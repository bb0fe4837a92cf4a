import { Eta } from "eta/core";
import type { Rendering } from "../../domain/template/rendering.ts";
import type { Template } from "../../domain/template/template.ts";

/** Puts the values of a rendering between a template's texts. */
export type RenderFunction = (rendering: Rendering) => string;

/**
 * Compiles a parsed template with eta.
 *
 * eta's own tags run JavaScript, so eta never sees what an author wrote: it is given an empty template, and a
 * plugin hands it the parts that our parser found. Of these, text becomes a quoted literal, and an action
 * becomes `it.value(<its number>)`; so no part of a template can become code.
 */
export function compileRenderFunction(template: Template): RenderFunction {
  const eta = etaOf(template);
  const compiled = eta.compile("");
  return (rendering) => eta.render(compiled, rendering);
}

/** Gives the body of the function that eta makes of a template, for whoever wants to see that it is harmless. */
export function generatedSource(template: Template): string {
  return etaOf(template).compileToString("");
}

function etaOf(template: Template): Eta {
  const nodes = template.parts.map((part, index) =>
    // "r" is eta's raw tag: what it inserts is not escaped for HTML.
    part.kind === "text" ? quotable(part.text) : { t: "r", val: `it.value(${index})` },
  );
  return new Eta({ plugins: [{ processAST: () => nodes }] });
}

/** Escapes text for the single quotes that eta puts around it. */
function quotable(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replaceAll("'", "\\'")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}
