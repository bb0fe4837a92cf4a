import { type DestinationStream, type Logger as Pino, pino } from "pino";
import type { LogFacts, Logger } from "../../ports/logger.ts";

/** Levels below which nothing is written. */
export const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Writes log lines as JSON, one a line, with an ISO time and the level's name. */
export class PinoLogger implements Logger {
  readonly #pino: Pino;

  /** Opens a log. Without a destination it goes to standard error, so that standard output stays the program's own. */
  static open(
    level: LogLevel,
    destination: DestinationStream = pino.destination({ dest: 2, sync: true }),
  ): PinoLogger {
    return new PinoLogger(
      pino(
        {
          level,
          base: null,
          timestamp: pino.stdTimeFunctions.isoTime,
          messageKey: "message",
          errorKey: "error",
          // pino's own would copy whatever a client put on its errors, and fold the causes into one text.
          serializers: { error: (error: unknown) => error },
          formatters: { level: (label) => ({ level: label }) },
        },
        destination,
      ),
    );
  }

  private constructor(logger: Pino) {
    this.#pino = logger;
  }

  debug(message: string, facts: LogFacts = {}): void {
    this.#pino.debug(asFields(facts), message);
  }

  info(message: string, facts: LogFacts = {}): void {
    this.#pino.info(asFields(facts), message);
  }

  warn(message: string, facts: LogFacts = {}): void {
    this.#pino.warn(asFields(facts), message);
  }

  error(message: string, facts: LogFacts = {}): void {
    this.#pino.error(asFields(facts), message);
  }

  with(facts: LogFacts): Logger {
    return new PinoLogger(this.#pino.child(asFields(facts)));
  }
}

/** Errors of clients carry requests and headers as properties: only name, message, stack and causes are written. */
function asFields(facts: LogFacts): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(facts))
    fields[key] = value instanceof Error ? plain(value, 0) : value;
  return fields;
}

/** Deepest chain of causes that is written. */
const MAX_CAUSES = 4;

function plain(error: Error, depth: number): Record<string, unknown> {
  const { name, message, stack, cause } = error;
  const hasCause = cause instanceof Error && depth < MAX_CAUSES;
  return { name, message, stack, ...(hasCause ? { cause: plain(cause, depth + 1) } : {}) };
}
