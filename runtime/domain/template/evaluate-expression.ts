import type { RenderBudget } from "./render-budget.ts";
import type { CallExpression, Expression, PathExpression } from "./template.ts";
import { flawAt, isFlaw, type TemplateFlaw, TemplateFlawCode } from "./template-flaw.ts";
import { fitsParameter, functionNamed, parameterAt } from "./template-functions.ts";
import { ownField, type TemplateData, type TemplateValue, textOf } from "./template-value.ts";

/** A value, or the expression that has none. A missing value is no error yet: `default` may follow. */
export type Outcome =
  | { readonly kind: "value"; readonly value: TemplateValue }
  | { readonly kind: "missing"; readonly expression: Expression };

/** What an expression is evaluated with. */
export type Evaluation = {
  readonly source: string;
  readonly data: TemplateData;
  readonly budget: RenderBudget;
};

/** Evaluates an expression. Reads own properties of the data and nothing else; a value is never parsed again. */
export function evaluateExpression(expression: Expression, evaluation: Evaluation): Outcome | TemplateFlaw {
  switch (expression.kind) {
    case "literal":
      return { kind: "value", value: expression.value };
    case "path":
      return evaluatePath(expression, evaluation.data);
    case "call":
      return evaluateCall(expression, [], evaluation);
    case "pipeline": {
      let piped: Input = inputOf(expression.first, evaluation);
      for (const stage of expression.stages)
        piped = { expression: stage, outcome: evaluateCall(stage, [piped], evaluation) };
      return piped.outcome;
    }
  }
}

type Input = { readonly expression: Expression; readonly outcome: Outcome | TemplateFlaw };

function inputOf(expression: Expression, evaluation: Evaluation): Input {
  return { expression, outcome: evaluateExpression(expression, evaluation) };
}

function evaluatePath(path: PathExpression, data: TemplateData): Outcome {
  let value: TemplateValue | undefined = data;
  for (const segment of path.segments) {
    value = ownField(value, segment);
    if (value === undefined) return { kind: "missing", expression: path };
  }
  return { kind: "value", value };
}

function evaluateCall(
  call: CallExpression,
  piped: readonly Input[],
  evaluation: Evaluation,
): Outcome | TemplateFlaw {
  const inputs = [...call.args.map((arg) => inputOf(arg, evaluation)), ...piped];
  const args: (TemplateValue | undefined)[] = [];
  for (const [position, input] of inputs.entries()) {
    const argument = argumentOf(call, position, input, evaluation);
    if (argument.kind !== "argument") return argument;
    args.push(argument.value);
  }
  return applyTo(call, inputs, args, evaluation);
}

type Argument = { readonly kind: "argument"; readonly value: TemplateValue | undefined };

/** Turns what an argument evaluates to into what the function takes, or into the reason why it can't. */
function argumentOf(
  call: CallExpression,
  position: number,
  { expression, outcome }: Input,
  { source, budget }: Evaluation,
): Argument | Outcome | TemplateFlaw {
  const { takes, usage } = functionNamed(call.name);
  if (isFlaw(outcome)) return outcome;
  const value = outcome.kind === "value" ? outcome.value : undefined;
  if (takes === "nothing too") return { kind: "argument", value };
  if (outcome.kind === "missing") return outcome;
  if (value === undefined || (value === null && takes !== "nulls")) return { kind: "missing", expression };
  const parameter = parameterAt(call.name, position) ?? "value";
  if (!fitsParameter(parameter, value)) {
    const message = `argument ${position + 1} of ${call.name} is no ${parameter}: it must be one, like in ${usage}`;
    return flawAt(source, expression.span, TemplateFlawCode.wrongArgument, message);
  }
  if (parameter !== "text" || typeof value === "string") return { kind: "argument", value };
  const text = textOf(value);
  if (text === undefined) return { kind: "missing", expression };
  return budget.takeWork(text.length) ? { kind: "argument", value: text } : costsTooMuch(call, source);
}

function costsTooMuch(call: CallExpression, source: string): TemplateFlaw {
  const message = `${call.name} works on too much text here: insert less, or shorten the values that are sent`;
  return flawAt(source, call.span, TemplateFlawCode.outputTooLarge, message);
}

function applyTo(
  call: CallExpression,
  inputs: readonly Input[],
  args: readonly (TemplateValue | undefined)[],
  { source, budget }: Evaluation,
): Outcome | TemplateFlaw {
  const called = functionNamed(call.name);
  if (!budget.takeWork(called.cost(args))) return costsTooMuch(call, source);
  const value = called.apply(args);
  if (value === undefined) return missingResult(call, inputs);
  // default and index hand on what is there; only text that was made counts.
  const isMade = typeof value === "string" && called.takes !== "nothing too" && call.name !== "index";
  if (isMade && !budget.takeWork(value.length)) return costsTooMuch(call, source);
  return { kind: "value", value };
}

/** Blames the fallback that is missing itself where there is one, otherwise the call. */
function missingResult(call: CallExpression, inputs: readonly Input[]): Outcome {
  const lacking = inputs.map(({ outcome }) => outcome).find((outcome) => outcome.kind === "missing");
  return lacking?.kind === "missing" ? lacking : { kind: "missing", expression: call };
}
