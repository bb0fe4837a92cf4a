import { TextDecoder } from "node:util";
import { ModelError, ModelErrorReason } from "../../ports/model.ts";
import { malformed } from "./malformed.ts";

/** Most bytes of one server-sent event: the SDK holds an event in memory until its empty line. */
const MAX_EVENT_BYTES = 1_048_576;
/** Most bytes of one streamed answer: 64 KiB of text come in a few MiB of events, hidden reasoning in more. */
const MAX_STREAM_BYTES = 67_108_864;

const LF = 0x0a;
const CR = 0x0d;

/** Passes an event stream on while it is UTF-8 and within bounds, none of which the SDK checks. */
export async function* guardEvents<T extends Uint8Array>(bytes: AsyncIterable<T>): AsyncGenerator<T> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const size = new EventSize();
  let total = 0;
  for await (const chunk of bytes) {
    total += chunk.length;
    size.add(chunk);
    if (total > MAX_STREAM_BYTES || size.bytes > MAX_EVENT_BYTES) throw tooLarge();
    decode(decoder, chunk);
    yield chunk;
  }
  decode(decoder);
}

/** Counts the bytes of the event that is under way. */
class EventSize {
  bytes = 0;
  #isLineStart = true;

  add(chunk: Uint8Array): void {
    for (const byte of chunk) {
      this.bytes += 1;
      if (byte === CR) continue;
      if (byte === LF && this.#isLineStart) this.bytes = 0;
      this.#isLineStart = byte === LF;
    }
  }
}

function decode(decoder: TextDecoder, chunk?: Uint8Array): void {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined });
  } catch {
    throw malformed("bytes that are no UTF-8");
  }
}

function tooLarge(): ModelError {
  return new ModelError(
    ModelErrorReason.tooLarge,
    `the provider sent more than ${MAX_EVENT_BYTES} bytes in one event or ${MAX_STREAM_BYTES} in all`,
    { isRetryable: false },
  );
}
