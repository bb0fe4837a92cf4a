import { ModelError, ModelErrorReason } from "../../ports/model.ts";
import { guardEvents } from "./guard-events.ts";
import { malformed } from "./malformed.ts";
import { readText } from "./read-text.ts";

/** Most bytes of a whole completion that came instead of a stream. */
const MAX_COMPLETION_BYTES = 1_048_576;

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Makes sure that a body is a stream of events. A whole completion, which some servers send whatever they are
 * asked, becomes a stream of one; a page is refused. The first character tells: the Content-Type often lies.
 */
export async function* asEvents(body: AsyncGenerator<Bytes>): AsyncGenerator<Bytes> {
  try {
    const { first, bytes } = await peek(body);
    if (first === undefined) throw malformed("an empty body");
    if (first === "<")
      throw malformed("a page of HTML or XML: check that baseURL is an API, often it ends in /v1");
    yield* first === "{" || first === "[" ? oneEvent(bytes) : guardEvents(bytes);
  } finally {
    await body.return(undefined);
  }
}

async function* oneEvent(bytes: AsyncIterable<Bytes>): AsyncGenerator<Bytes> {
  const { text, isWhole } = await readText(bytes, MAX_COMPLETION_BYTES);
  if (!isWhole) {
    throw new ModelError(
      ModelErrorReason.tooLarge,
      `the provider's answer is larger than ${MAX_COMPLETION_BYTES} bytes`,
      { isRetryable: false },
    );
  }
  // Parsed and written again, because line breaks between its fields would end the event.
  yield new TextEncoder().encode(`data: ${JSON.stringify(parse(text))}\n\ndata: [DONE]\n\n`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw malformed("text that begins like JSON and is none");
  }
}

type Peeked = { readonly first: string | undefined; readonly bytes: AsyncGenerator<Bytes> };

/** Most white space before an answer: servers that warm up send a line break now and then. */
const MAX_BLANK_BYTES = 65_536;

/** Reads up to the first character that is no white space (or byte order mark), and gives all bytes again. */
async function peek(body: AsyncGenerator<Bytes>): Promise<Peeked> {
  const seen: Bytes[] = [];
  let blankBytes = 0;
  for (let next = await body.next(); next.done !== true; next = await body.next()) {
    seen.push(next.value);
    const byte = next.value.find((each) => !BLANK.has(each));
    if (byte !== undefined) return { first: String.fromCharCode(byte), bytes: resume(seen, body) };
    blankBytes += next.value.length;
    if (blankBytes > MAX_BLANK_BYTES) break;
  }
  return { first: undefined, bytes: resume(seen, body) };
}

/** Space, tab, line feed, carriage return, and the three bytes of a byte order mark. */
const BLANK: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);

async function* resume(seen: readonly Bytes[], rest: AsyncGenerator<Bytes>): AsyncGenerator<Bytes> {
  yield* seen;
  yield* rest;
}
