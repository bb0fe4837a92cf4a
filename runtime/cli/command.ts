import type { ExitCode } from "./exit-code.ts";

/** One command of the CLI. */
export type Command = {
  readonly name: string;
  readonly summary: string;
  readonly help: string;
  run(args: readonly string[]): Promise<ExitCode>;
};
