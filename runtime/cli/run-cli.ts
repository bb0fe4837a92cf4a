import { CLI_NAME } from "../../lib/api/group.ts";
import { COMMANDS } from "./commands.ts";
import { ExitCode } from "./exit-code.ts";
import { nearestName } from "./nearest-name.ts";

/** Runs a command line and gives its exit code. Errors go to standard error: what is wrong, then what to do. */
export async function runCli(args: readonly string[]): Promise<ExitCode> {
  const [name, ...rest] = args[0] === "help" && args.length > 1 ? [...args.slice(1), "--help"] : args;
  if (name === undefined || isHelp(name) || name === "help") {
    console.log(overview());
    return name === undefined ? ExitCode.usage : ExitCode.success;
  }
  // Loaded alone: whoever has pressed a key waits for it, and a flag --help is something to complete here.
  if (name === "__complete") return (await import("./complete/complete.ts")).complete(rest);
  const entry = COMMANDS.find((each) => each.name === (name === "--version" ? "version" : name));
  if (entry === undefined) {
    const meant = nearestName(
      name,
      COMMANDS.map((each) => each.name),
    );
    const hint = meant === undefined ? "" : `; did you mean ${meant}?`;
    console.error(
      `${CLI_NAME}: there is no command "${name}"${hint}\nRun ${CLI_NAME} --help for the commands.`,
    );
    return ExitCode.usage;
  }
  const command = await entry.load();
  if (rest.some(isHelp)) {
    console.log(command.help);
    return ExitCode.success;
  }
  try {
    return await command.run(rest);
  } catch (error) {
    // Loaded when it is needed, like a command.
    const { failureOf, failureText } = await import("./report-failure.ts");
    const failure = failureOf(error);
    console.error(failureText(failure));
    return failure.exitCode;
  }
}

function isHelp(word: string): boolean {
  return word === "--help" || word === "-h";
}

function overview(): string {
  const rows = COMMANDS.map(({ name, summary }) => `  ${name.padEnd(14)} ${summary}`);
  return [
    `${CLI_NAME}: starts teams of LLM agents, exactly once, and stops sending work to those that answer wrongly`,
    "",
    `Usage: ${CLI_NAME} <command> [flags]`,
    "",
    "Commands:",
    ...rows,
    "",
    `${CLI_NAME} <command> --help tells more. Exit codes: 0 success, 1 the run failed, 2 usage,`,
    "3 cannot reach the cluster or not allowed, 124 timeout, 130 interrupted.",
  ].join("\n");
}
