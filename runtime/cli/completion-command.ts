import { CLI_NAME } from "../../lib/api/group.ts";
import { SHELL_SCRIPTS, type Shell } from "./complete/shell-scripts.ts";
import { defineCommand } from "./define-command.ts";
import { ExitCode } from "./exit-code.ts";

/** `tocsin completion <shell>`: what a shell reads to complete commands, flags and names. */
export const completionCommand = defineCommand({
  name: "completion",
  summary: "print the completion script of a shell",
  about: `Prints what a shell reads to complete commands, flags and names: source <(${CLI_NAME} completion bash)`,
  arguments: [{ name: "shell", choices: ["bash", "zsh", "fish"], meaning: "bash, zsh or fish" }],
  flags: {},
  examples: ["completion bash", `completion fish > ~/.config/fish/completions/${CLI_NAME}.fish`],
  run: async ({ terminal, arguments: { shell } }) => {
    terminal.print(SHELL_SCRIPTS[shell as Shell]);
    return ExitCode.success;
  },
});
