import type { LogFacts, Logger } from "../../runtime/ports/logger.ts";

/** A line that was logged. */
export type LogLine = {
  readonly level: "debug" | "info" | "warn" | "error";
  readonly message: string;
  readonly facts: LogFacts;
};

/** A logger that prints nothing and remembers its lines; children share them. */
export class SilentLogger implements Logger {
  readonly lines: LogLine[];
  readonly #facts: LogFacts;

  constructor(lines: LogLine[] = [], facts: LogFacts = {}) {
    this.lines = lines;
    this.#facts = facts;
  }

  debug(message: string, facts?: LogFacts): void {
    this.#add("debug", message, facts);
  }

  info(message: string, facts?: LogFacts): void {
    this.#add("info", message, facts);
  }

  warn(message: string, facts?: LogFacts): void {
    this.#add("warn", message, facts);
  }

  error(message: string, facts?: LogFacts): void {
    this.#add("error", message, facts);
  }

  with(facts: LogFacts): Logger {
    return new SilentLogger(this.lines, { ...this.#facts, ...facts });
  }

  #add(level: LogLine["level"], message: string, facts: LogFacts = {}): void {
    this.lines.push({ level, message, facts: { ...this.#facts, ...facts } });
  }
}
