import type { Expression } from "./template.ts";
import { type FunctionName, fitsParameter, functionNamed, parameterAt } from "./template-functions.ts";

/** What is wrong with a call, and which argument is to blame if one is. */
export type WrongArguments = { readonly argument?: Expression; readonly message: string };

/** Judges what can be told of a call before there are values: how many arguments, and those written out. */
export function wrongArguments(name: FunctionName, args: readonly Expression[]): WrongArguments | undefined {
  const { parameters, rest, usage } = functionNamed(name);
  if (args.length < parameters.length || (rest === undefined && args.length > parameters.length)) {
    const count = `${rest === undefined ? "" : "at least "}${parameters.length}`;
    const noun = parameters.length === 1 ? "argument" : "arguments";
    return {
      message: `${name} takes ${count} ${noun}, the piped one counts as the last: write it like ${usage}`,
    };
  }
  for (const [position, argument] of args.entries()) {
    const parameter = parameterAt(name, position);
    if (argument.kind !== "literal" || parameter === undefined) continue;
    if (parameter === "list or object" || !fitsParameter(parameter, argument.value))
      return {
        argument,
        message: `argument ${position + 1} of ${name} must be a ${parameter}: write it like ${usage}`,
      };
  }
  return undefined;
}
