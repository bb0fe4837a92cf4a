import { homedir } from "node:os";
import type { Command } from "./command.ts";
import type { ExitCode } from "./exit-code.ts";
import type { Argument, ArgumentValues, Flags, FlagValues } from "./flags.ts";
import { helpText } from "./help-text.ts";
import { parseCommandLine } from "./parse-command-line.ts";
import { processTerminal, type Terminal } from "./terminal.ts";

/** What a command runs in. */
export type Surroundings = {
  readonly terminal: Terminal;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The user's folder. */
  readonly home: string;
};

/** What a command is called with. */
export type Call<F extends Flags, A extends readonly Argument[]> = Surroundings & {
  readonly flags: FlagValues<F>;
  readonly arguments: ArgumentValues<A>;
};

/** A command as data, and what it does. */
export type CommandParts<F extends Flags, A extends readonly Argument[]> = {
  readonly name: string;
  /** Half a line for the list of commands. */
  readonly summary: string;
  /** The first sentence of its help. */
  readonly about: string;
  readonly arguments: A;
  readonly flags: F;
  readonly examples?: readonly string[];
  /** Throws CliError, or an error of a port: both are reported by who calls. */
  run(call: Call<F, A>): Promise<ExitCode>;
};

/** Makes a command of its data: the parser and the help come from the tables of flags and arguments. */
export function defineCommand<const F extends Flags, const A extends readonly Argument[]>(
  parts: CommandParts<F, A>,
): Command {
  const { name, summary, about, flags, examples = [] } = parts;
  return {
    name,
    summary,
    help: helpText({ name, about, arguments: parts.arguments, flags, examples }),
    flags,
    arguments: parts.arguments,
    run: (args) => {
      const line = parseCommandLine(parts, args);
      return parts.run({
        terminal: processTerminal(process, process.env),
        environment: process.env,
        home: homedir(),
        flags: line.flags as FlagValues<F>,
        arguments: line.arguments as ArgumentValues<A>,
      });
    },
  };
}
