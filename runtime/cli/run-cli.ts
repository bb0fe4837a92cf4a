import type { Command } from "./command.ts";
import { ExitCode } from "./exit-code.ts";
import { operatorCommand } from "./operator-command.ts";
import { standaloneCommand } from "./standalone-command.ts";

const COMMANDS: readonly Command[] = [standaloneCommand, operatorCommand];

/** Runs a command line and gives its exit code. Errors go to standard error: what is wrong, then what to do. */
export async function runCli(args: readonly string[]): Promise<ExitCode> {
  const [name, ...rest] = args;
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    console.log(overview());
    return name === undefined ? ExitCode.usage : ExitCode.success;
  }
  const command = COMMANDS.find((each) => each.name === name);
  if (command === undefined) {
    console.error(`tocsin: there is no command "${name}"\nRun tocsin --help for the commands.`);
    return ExitCode.usage;
  }
  if (rest.includes("--help") || rest.includes("-h")) {
    console.log(command.help);
    return ExitCode.success;
  }
  return command.run(rest);
}

function overview(): string {
  const rows = COMMANDS.map(({ name, summary }) => `  ${name.padEnd(12)} ${summary}`);
  return [
    "tocsin: starts teams of LLM agents, exactly once, and stops sending work to those that answer wrongly",
    "",
    "Usage: tocsin <command> [flags]",
    "",
    "Commands:",
    ...rows,
    "",
    "tocsin <command> --help tells more.",
  ].join("\n");
}
