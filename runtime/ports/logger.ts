/** Facts of a log line: never a secret, a prompt or an output. */
export type LogFacts = Readonly<Record<string, string | number | boolean | undefined | Error>>;

/** Writes structured log lines: constant messages, facts as fields. */
export interface Logger {
  debug(message: string, facts?: LogFacts): void;
  info(message: string, facts?: LogFacts): void;
  warn(message: string, facts?: LogFacts): void;
  error(message: string, facts?: LogFacts): void;
  /** A logger that adds `facts` to every line. */
  with(facts: LogFacts): Logger;
}
