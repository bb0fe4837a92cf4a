import type { ExitCode } from "./exit-code.ts";
import type { Argument, Flags } from "./flags.ts";

/** One command of the CLI. */
export type Command = {
  readonly name: string;
  readonly summary: string;
  readonly help: string;
  /** What shells complete; absent where there is nothing. */
  readonly flags?: Flags;
  readonly arguments?: readonly Argument[];
  run(args: readonly string[]): Promise<ExitCode>;
};
