import { readFileSync } from "node:fs";
import { CliError } from "./cli-error.ts";

/** What a flag's text is read from where it is not in the flag itself. */
export type TextSources = { readFile(path: string): string; readStandardInput(): string };

/** Files of this machine. */
export const processSources: TextSources = {
  readFile: (path) => readFileSync(path, "utf8"),
  readStandardInput: () => readFileSync(0, "utf8"),
};

/**
 * Reads a text that a flag gives itself, in a file after `@`, or on standard input for `-`. `what` names it in
 * errors. Throws CliError.
 */
export function readText(
  flag: string,
  what: { readonly name: string; readonly advice: string },
  sources: TextSources = processSources,
): string {
  if (flag !== "-" && !flag.startsWith("@")) return flag;
  const from = flag === "-" ? "standard input" : flag.slice(1);
  try {
    return flag === "-" ? sources.readStandardInput() : sources.readFile(from);
  } catch (error) {
    const { code } = error as { readonly code?: string };
    throw new CliError(`the ${what.name} can't be read from ${from}: ${code}`, what.advice);
  }
}
