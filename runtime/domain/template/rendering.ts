import { evaluateExpression } from "./evaluate-expression.ts";
import { RenderBudget } from "./render-budget.ts";
import type { Expression, Template } from "./template.ts";
import { excerpt, flawAt, isFlaw, type TemplateFlaw, TemplateFlawCode } from "./template-flaw.ts";
import { type TemplateData, type TemplateValue, textOf } from "./template-value.ts";

/**
 * One rendering of a template: the values to insert, part by part, within a budget. What puts them together
 * with the text is an adapter; it asks for values and can do nothing else.
 */
export class Rendering {
  readonly #template: Template;
  readonly #data: TemplateData;
  readonly #budget: RenderBudget;
  #flaw: TemplateFlaw | undefined;

  constructor(template: Template, data: TemplateData, budget: RenderBudget = new RenderBudget()) {
    this.#template = template;
    this.#data = data;
    this.#budget = budget;
    const textUnits = template.parts.reduce(
      (sum, part) => sum + (part.kind === "text" ? part.text.length : 0),
      0,
    );
    if (!budget.takeOutput(textUnits)) this.#flaw = this.#tooLarge({ start: 0, end: template.source.length });
  }

  /** The first thing that went wrong. With it, the rendered text means nothing. */
  get flaw(): TemplateFlaw | undefined {
    return this.#flaw;
  }

  /** The text that the action at an index of the template's parts inserts; empty once something went wrong. */
  value(index: number): string {
    const part = this.#template.parts[index];
    if (part?.kind !== "action" || this.#flaw !== undefined) return "";
    const inserted = this.#insertion(part.expression);
    if (typeof inserted === "string") return inserted;
    this.#flaw = inserted;
    return "";
  }

  #insertion(expression: Expression): string | TemplateFlaw {
    const { source } = this.#template;
    const evaluation = { source, data: this.#data, budget: this.#budget };
    const outcome = evaluateExpression(expression, evaluation);
    if (isFlaw(outcome)) return outcome;
    if (outcome.kind === "missing") return this.#missing(outcome.expression, "has no value");
    return this.#textOf(outcome.value, expression);
  }

  #textOf(value: TemplateValue, expression: Expression): string | TemplateFlaw {
    if (value === null) return this.#missing(expression, "is null");
    const text = textOf(value);
    if (text === undefined) return this.#missing(expression, "is nested too deeply to be written as JSON");
    return this.#budget.takeOutput(text.length) ? text : this.#tooLarge(expression.span);
  }

  #missing(expression: Expression, lack: string): TemplateFlaw {
    const { source } = this.#template;
    const message = `\`${excerpt(source, expression.span)}\` ${lack}: provide one, or add a fallback like | default "none"`;
    return flawAt(source, expression.span, TemplateFlawCode.missingValue, message);
  }

  #tooLarge(span: { readonly start: number; readonly end: number }): TemplateFlaw {
    const message = "the rendered text is longer than allowed: insert less, for example with trunc";
    return flawAt(this.#template.source, span, TemplateFlawCode.outputTooLarge, message);
  }
}
