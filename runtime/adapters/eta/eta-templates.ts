import { parseTemplate } from "../../domain/template/parse-template.ts";
import { referencesOf } from "../../domain/template/references-of.ts";
import { Rendering } from "../../domain/template/rendering.ts";
import type { Template } from "../../domain/template/template.ts";
import { isFlaw, type TemplateFlaw } from "../../domain/template/template-flaw.ts";
import type { CompiledTemplate, Templates } from "../../ports/templates.ts";
import { compileRenderFunction } from "./render-function.ts";
import { TemplateCache } from "./template-cache.ts";

/** Templates that eta renders, behind our own parser. Keeps what it compiled, within bounds. */
export class EtaTemplates implements Templates {
  readonly #cache: TemplateCache;

  constructor(cache: TemplateCache = new TemplateCache()) {
    this.#cache = cache;
  }

  /** Compiles a template, or says what is wrong with its syntax. */
  compile(source: string): CompiledTemplate | TemplateFlaw {
    const known = this.#cache.get(source);
    if (known !== undefined) return known;
    const template = parseTemplate(source);
    if (isFlaw(template)) return template;
    const compiled = compile(template);
    this.#cache.set(source, compiled);
    return compiled;
  }
}

function compile(template: Template): CompiledTemplate {
  const join = compileRenderFunction(template);
  return {
    kind: "compiled",
    references: referencesOf(template),
    render: (data, budget) => {
      const rendering = new Rendering(template, data, budget);
      const text = join(rendering);
      return rendering.flaw ?? { kind: "text", text };
    },
  };
}
