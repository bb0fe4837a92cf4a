import { ExitCode } from "./exit-code.ts";

/** Thrown by a command that can't go on: one line says what is wrong, another what to do. */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly advice: string | undefined;
  readonly exitCode: ExitCode;

  constructor(message: string, advice?: string, exitCode: ExitCode = ExitCode.usage) {
    super(message);
    this.advice = advice;
    this.exitCode = exitCode;
  }
}
