import type { Reference } from "../domain/template/references-of.ts";
import type { RenderBudget } from "../domain/template/render-budget.ts";
import type { TemplateFlaw } from "../domain/template/template-flaw.ts";
import type { TemplateData } from "../domain/template/template-value.ts";

/** What a rendering gives. */
export type RenderedText = { readonly kind: "text"; readonly text: string };

/** A template that is ready to be rendered, any number of times. */
export interface CompiledTemplate {
  readonly kind: "compiled";
  /** What the template reads. */
  readonly references: readonly Reference[];
  /**
   * Renders the template: values are inserted as data and never rendered again. A missing value without a
   * `default`, or a text beyond the budget, is a flaw; nothing is thrown.
   *
   * @param budget What may be rendered; shared by renderings that belong together, like all values of a fire.
   */
  render(data: TemplateData, budget?: RenderBudget): RenderedText | TemplateFlaw;
}

/** Turns templates into something that renders them. */
export interface Templates {
  /** Compiles a template, or says what is wrong with its syntax. The same source may give the same object. */
  compile(source: string): CompiledTemplate | TemplateFlaw;
}
