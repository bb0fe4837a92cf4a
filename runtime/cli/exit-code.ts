/** How a command ends, as the shell sees it. */
export const ExitCode = {
  success: 0,
  /** The run failed. */
  runFailed: 1,
  /** The command line is wrong. */
  usage: 2,
  /** The server can't be reached, or does not allow it. */
  unreachable: 3,
  timeout: 124,
  interrupted: 130,
} as const;
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];
