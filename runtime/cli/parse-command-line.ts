import { parseArgs } from "node:util";
import { CLI_NAME } from "../../lib/api/group.ts";
import { CliError } from "./cli-error.ts";
import type { Argument, Flag, Flags } from "./flags.ts";
import { nearestName } from "./nearest-name.ts";

/** What a command accepts after its name. */
export type Accepted = {
  readonly name: string;
  readonly arguments: readonly Argument[];
  readonly flags: Flags;
};

/** What was written, with absent switches as false and absent lists as empty. */
export type CommandLine = {
  readonly flags: Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;
  readonly arguments: Readonly<Record<string, string | undefined>>;
};

/** Reads a command line. Throws {@link CliError} that says what is wrong with it, and what may have been meant. */
export function parseCommandLine(command: Accepted, args: readonly string[]): CommandLine {
  const { values, positionals } = parsed(command, args);
  const flags = Object.entries(command.flags).map(([name, flag]) => {
    const value = values[name];
    refuseUnknownChoice(command, `--${name}`, flag.choices, typeof value === "string" ? value : undefined);
    return [name, value ?? absentValue(flag)] as const;
  });
  const words = command.arguments.map((word, index) => {
    const value = positionals[index];
    if (value === undefined && word.isOptional !== true)
      throw misused(command, `${command.name} needs <${word.name}>: ${word.meaning}`);
    refuseUnknownChoice(command, `<${word.name}>`, word.choices, value);
    return [word.name, value] as const;
  });
  const surplus = positionals[command.arguments.length];
  if (surplus !== undefined) throw misused(command, `${command.name} does not take "${surplus}"`);
  return { flags: Object.fromEntries(flags), arguments: Object.fromEntries(words) };
}

function parsed(command: Accepted, args: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries(command.flags).map(([name, flag]) => [name, optionOf(flag)]),
  );
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    const { code, message } = error as { readonly code?: string; readonly message: string };
    const unknown = /Unknown option '(-+)([^'= ]*)/.exec(message);
    if (code !== "ERR_PARSE_ARGS_UNKNOWN_OPTION" || unknown === null)
      throw misused(command, message.split("\n")[0] ?? message);
    const [, dashes = "", name = ""] = unknown;
    const meant = dashes === "--" ? nearestName(name, Object.keys(command.flags)) : undefined;
    const hint = meant === undefined ? "" : `; did you mean --${meant}?`;
    throw misused(command, `${command.name} has no flag ${dashes}${name}${hint}`);
  }
}

function optionOf({ value, short, isRepeatable = false }: Flag) {
  const type = value === undefined ? ("boolean" as const) : ("string" as const);
  return { type, multiple: isRepeatable, ...(short === undefined ? {} : { short }) };
}

function absentValue({ value, isRepeatable }: Flag): false | readonly string[] | undefined {
  if (isRepeatable === true) return [];
  return value === undefined ? false : undefined;
}

function refuseUnknownChoice(
  command: Accepted,
  what: string,
  choices: readonly string[] | undefined,
  value: string | undefined,
): void {
  if (value === undefined || choices === undefined || choices.includes(value)) return;
  throw misused(command, `${what} is ${choices.join(" or ")}, not "${value}"`);
}

function misused({ name }: Accepted, message: string): CliError {
  return new CliError(message, `Run ${CLI_NAME} ${name} --help for what it takes.`);
}
