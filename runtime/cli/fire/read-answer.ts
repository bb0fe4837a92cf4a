import type { IncomingMessage } from "node:http";
import { SseParser } from "../../adapters/agents/sse-parser.ts";
import { StreamEventName } from "../../domain/stream/stream-event.ts";
import { CliError } from "../cli-error.ts";
import { ExitCode } from "../exit-code.ts";

/** Most bytes of an answer: outputs of 20 runs, all escaped. */
const MAX_ANSWER_BYTES = 32 * 1_048_576;
/** Longest event of a stream. */
const MAX_EVENT_UNITS = 4 * 1_048_576;

/** Whether an answer tells what happens as it happens. */
export function isStream({ headers }: Pick<IncomingMessage, "headers">): boolean {
  return headers["content-type"]?.startsWith("text/event-stream") === true;
}

/** Reads an answer's JSON; undefined where it is none. Throws CliError where it is too long. */
export async function readAnswer(message: AsyncIterable<Buffer>): Promise<unknown> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of message) {
    length += chunk.length;
    if (length > MAX_ANSWER_BYTES) throw brokenOff("is longer than anything that the webhook endpoint sends");
    chunks.push(chunk);
  }
  return parsed(Buffer.concat(chunks).toString("utf8"));
}

/**
 * Reads a stream to its end, tells each event, and gives what the last one says of the fire. Throws CliError where the
 * stream ends without that.
 */
export async function readStream(
  message: AsyncIterable<Buffer>,
  tell: (name: string, data: string) => void,
): Promise<unknown> {
  const parser = new SseParser(MAX_EVENT_UNITS);
  let last: unknown;
  for await (const chunk of message) {
    for (const { name, data } of parser.push(chunk)) {
      tell(name, data);
      if (name === StreamEventName.streamEnded) last = parsed(data);
    }
  }
  if (last === undefined) throw brokenOff("broke off before its end");
  return last;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function brokenOff(what: string): CliError {
  return new CliError(
    `the webhook endpoint's answer ${what}`,
    "Its runs go on, if there are any: list them with tocsin runs.",
    ExitCode.unreachable,
  );
}
