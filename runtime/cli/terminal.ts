import { writeSync } from "node:fs";
import { CLI_NAME } from "../../lib/api/group.ts";
import { ExitCode } from "./exit-code.ts";

/** Where a command writes, and what that place can show. */
export type Terminal = {
  /** Writes a line to standard output. */
  print(line: string): void;
  /** Writes a line to standard error. */
  complain(line: string): void;
  /** Standard output and standard error as they are, for what is drawn. */
  readonly output: Screen;
  readonly errors: Screen;
};

/** One of the two outputs. */
export type Screen = {
  write(text: string): void;
  /** Whether lines can be drawn again. */
  readonly isLive: boolean;
  readonly hasColour: boolean;
  /** Characters in a line, and lines. */
  size(): { readonly columns: number; readonly rows: number };
  /** Has a function called whenever the size changes, until the signal ends it. */
  onResize(listen: () => void, signal: AbortSignal): void;
};

/** What is assumed of a place that does not say. */
const USUAL_SIZE = { columns: 80, rows: 24 };

/** This process's outputs. A reader that goes away, such as `head`, ends the process quietly. */
export function processTerminal(
  { stdout, stderr }: Pick<NodeJS.Process, "stdout" | "stderr">,
  environment: Readonly<Record<string, string | undefined>>,
): Terminal {
  for (const stream of [stdout, stderr]) stream.on("error", leave);
  return {
    print: (line) => void stdout.write(`${line}\n`),
    complain: (line) => void stderr.write(`${line}\n`),
    output: screenOf(stdout, environment),
    errors: screenOf(stderr, environment),
  };
}

function screenOf(
  stream: NodeJS.WriteStream,
  environment: Readonly<Record<string, string | undefined>>,
): Screen {
  const isDumb = environment["TERM"] === "dumb";
  const isLive = stream.isTTY === true && !isDumb;
  return {
    write: (text) => void stream.write(text),
    isLive,
    // https://no-color.org: any value but the empty one.
    hasColour: isLive && (environment["NO_COLOR"] ?? "") === "",
    size: () => ({
      columns: stream.columns > 0 ? stream.columns : USUAL_SIZE.columns,
      rows: stream.rows > 0 ? stream.rows : USUAL_SIZE.rows,
    }),
    onResize: (listen, signal) => {
      if (signal.aborted) return;
      stream.on("resize", listen);
      signal.addEventListener("abort", () => stream.off("resize", listen), { once: true });
    },
  };
}

/** A reader that has enough is no failure; a disk that is full is one, and not the run's. */
function leave(error: Error & { readonly code?: string }): never {
  if (error.code === "EPIPE") process.exit(ExitCode.success);
  const lines = [
    `${CLI_NAME}: the output can't be written: ${error.code ?? error.message}`,
    "Write it somewhere else; what was started goes on.",
  ];
  try {
    writeSync(process.stderr.fd, `${lines.join("\n")}\n`);
  } finally {
    process.exit(ExitCode.usage);
  }
}
