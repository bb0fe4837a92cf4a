import { goQuote } from "./go-quote.ts";
import { elementAt, isEmpty, isMap, jsonOf, type TemplateValue } from "./template-value.ts";
import { truncate } from "./truncate.ts";

/** What an argument must be. `text` takes every value, written as it would be inserted. */
export type Parameter = "value" | "text" | "whole number" | "list or object" | "key or position";

/** One function of the template language. */
export type TemplateFunction = {
  /** How to write it, for error messages. */
  readonly usage: string;
  /** Parameters in order, the piped value last. */
  readonly parameters: readonly Parameter[];
  /** What further arguments must be; none are taken when absent. */
  readonly rest?: Parameter;
  /** Whether it takes a null, and a value that is missing (undefined), instead of passing the lack on. */
  readonly takes: "values" | "nulls" | "nothing too";
  /** Work that reading the arguments costs, in units of text. */
  readonly cost: (args: readonly Argument[]) => number;
  /** Gives the result; undefined where there is none. */
  readonly apply: (args: readonly Argument[]) => Argument;
};

type Argument = TemplateValue | undefined;

/** An object's keys have to be collected before they are counted: much dearer than reading a character. */
const UNITS_PER_KEY = 32;

const lengthOf = (value: Argument) => (typeof value === "string" ? value.length : 0);
const costOfTexts = (args: readonly Argument[]) => args.reduce<number>((sum, arg) => sum + lengthOf(arg), 0);
const keysOf = (value: Argument) => (value !== undefined && isMap(value) ? Object.keys(value).length : 0);

/** A function of one text, whose argument the evaluator has already turned into text. */
function ofText(usage: string, change: (text: string) => string): TemplateFunction {
  return {
    usage,
    parameters: ["text"],
    takes: "values",
    cost: costOfTexts,
    apply: ([text]) => (typeof text === "string" ? change(text) : undefined),
  };
}

const functions = {
  default: {
    usage: 'default "fallback" .field',
    parameters: ["value", "value"],
    takes: "nothing too",
    cost: ([, value]) => keysOf(value) * UNITS_PER_KEY,
    apply: ([fallback, value]) => (value === undefined || isEmpty(value) ? fallback : value),
  },
  index: {
    usage: 'index .field "key" 0',
    parameters: ["list or object", "key or position"],
    rest: "key or position",
    takes: "values",
    cost: () => 0,
    apply: ([value, ...keys]) =>
      keys.reduce<Argument>(
        (at, key) => (at === undefined || key === undefined ? undefined : elementAt(at, key)),
        value,
      ),
  },
  lower: ofText("lower .field", (text) => text.toLowerCase()),
  quote: {
    usage: "quote .field",
    parameters: ["text"],
    rest: "text",
    takes: "values",
    cost: costOfTexts,
    apply: (texts) => texts.map((text) => (typeof text === "string" ? goQuote(text) : "")).join(" "),
  },
  toJson: {
    usage: "toJson .field",
    parameters: ["value"],
    takes: "nulls",
    cost: costOfTexts,
    apply: ([value]) => (value === undefined ? undefined : jsonOf(value)),
  },
  trim: ofText("trim .field", (text) => text.trim()),
  trunc: {
    usage: "trunc 100 .field",
    parameters: ["whole number", "text"],
    takes: "values",
    // Looks at no more than it keeps, however long the text is.
    cost: ([count, text]) => (typeof count === "number" ? Math.min(2 * Math.abs(count), lengthOf(text)) : 0),
    apply: ([count, text]) =>
      typeof count === "number" && typeof text === "string" ? truncate(text, count) : undefined,
  },
  upper: ofText("upper .field", (text) => text.toUpperCase()),
} as const satisfies Record<string, TemplateFunction>;

/** Name of a function of the template language. */
export type FunctionName = keyof typeof functions;

/** Tells whether a word is a function's name. */
export function isFunctionName(word: string): word is FunctionName {
  return Object.hasOwn(functions, word);
}

/** Gives the function of a name. */
export function functionNamed(name: FunctionName): TemplateFunction {
  return functions[name];
}

/** All names in alphabetical order, for error messages. */
export const FUNCTION_NAMES: readonly string[] = Object.keys(functions).sort();

/** What a function's argument at a position (from 0) must be; undefined beyond what it takes. */
export function parameterAt(name: FunctionName, position: number): Parameter | undefined {
  const { parameters, rest } = functionNamed(name);
  return parameters[position] ?? rest;
}

/** Whether a value can be an argument of this kind. A list or object is looked into, not refused, when read. */
export function fitsParameter(parameter: Parameter, value: TemplateValue): boolean {
  if (parameter === "whole number") return Number.isSafeInteger(value);
  if (parameter === "key or position") return typeof value === "string" || typeof value === "number";
  return true;
}
