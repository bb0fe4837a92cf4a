import { CLI_NAME } from "../../lib/api/group.ts";
import type { Argument, Flag, Flags } from "./flags.ts";

/** What the help of a command is made from. */
export type HelpParts = {
  readonly name: string;
  /** A sentence. */
  readonly about: string;
  readonly arguments: readonly Argument[];
  readonly flags: Flags;
  /** Command lines, without the program's name. */
  readonly examples: readonly string[];
};

/** The text of `tocsin <command> --help`. */
export function helpText({ name, about, arguments: words, flags, examples }: HelpParts): string {
  const sections = [about, `Usage: ${usageLine(name, words, flags)}`];
  if (words.length > 0)
    sections.push(
      section(
        "Arguments",
        words.map((word) => [word.name, word.meaning]),
      ),
    );
  sections.push(section("Flags", [...Object.entries(flags).map(flagRow), ["-h, --help", "this text"]]));
  if (examples.length > 0)
    sections.push(`Examples:\n${examples.map((line) => `  ${CLI_NAME} ${line}`).join("\n")}`);
  return sections.join("\n\n");
}

/** The command line in brief: `tocsin show <run> [flags]`. */
export function usageLine(name: string, words: readonly Argument[], flags: Flags): string {
  const shown = words.map((word) => (word.isOptional === true ? `[${word.name}]` : `<${word.name}>`));
  const hasFlags = Object.keys(flags).length > 0;
  return [CLI_NAME, name, ...shown, ...(hasFlags ? ["[flags]"] : [])].join(" ");
}

function flagRow([name, { short, value, meaning }]: [string, Flag]): [string, string] {
  const dashes = short === undefined ? `--${name}` : `-${short}, --${name}`;
  return [value === undefined ? dashes : `${dashes} ${value}`, meaning];
}

function section(title: string, rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return [`${title}:`, ...rows.map(([left, right]) => `  ${left.padEnd(width)}   ${right}`)].join("\n");
}
