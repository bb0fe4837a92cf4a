import { Eta } from "eta/core";
import type { Rendering } from "../../domain/template/rendering.ts";
import type { Template } from "../../domain/template/template.ts";

/** A compiled template: puts the values of a rendering between the template's texts. */
export type RenderFunction = {
  /** The JavaScript that eta made of the template. */
  readonly source: string;
  render(rendering: Rendering): string;
};

/**
 * Compiles a parsed template with eta.
 *
 * eta's own tags run JavaScript, so eta never sees what an author wrote: it is given an empty template, and a
 * plugin hands it the parts that our parser found. Of these, text becomes a quoted literal, and an action
 * becomes `it.value(<its number>)`; so no part of a template can become code.
 */
export function compileRenderFunction(template: Template): RenderFunction {
  const nodes = template.parts.map((part, index) =>
    part.kind === "text" ? quotable(part.text) : { t: "r", val: `it.value(${index})` },
  );
  const eta = new Eta({
    autoEscape: false,
    // By default eta takes the new line after a tag away.
    autoTrim: false,
    plugins: [{ processAST: () => nodes }],
  });
  const compiled = eta.compile("");
  return {
    get source() {
      return compiled.toString();
    },
    render: (rendering) => eta.render(compiled, rendering),
  };
}

/** Escapes text for the single quotes that eta puts around it. */
function quotable(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replaceAll("'", "\\'")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}
