import type { ModelReply } from "../../ports/model.ts";
import { type Completion, readCompletion } from "./completion.ts";
import type { ProviderAnswer } from "./provider-connection.ts";
import { readText } from "./read-text.ts";

/** Most bytes read of a reply: a judge's answer is a word, a model that thinks aloud writes pages before it. */
const MAX_REPLY_BYTES = 1_048_576;
/** Most characters kept of a body that is no chat completion. */
const MAX_RAW_CHARS = 65_536;

/** Reads a whole reply as it is, good or bad; the body itself where it is no chat completion. */
export async function readReply({ status, body }: ProviderAnswer): Promise<ModelReply> {
  const { text } = await readText(body, MAX_REPLY_BYTES);
  const completion = parse(text);
  if (completion === undefined) return { status, ...NO_ANSWER, raw: text.slice(0, MAX_RAW_CHARS) };
  const { content, finishReason, refusal, hasToolCalls } = completion;
  return { status, content, finishReason, refusal, hasToolCalls };
}

const NO_ANSWER = { content: null, finishReason: null, refusal: null, hasToolCalls: false } as const;

function parse(text: string): Completion | undefined {
  try {
    return readCompletion(JSON.parse(text), "message");
  } catch {
    return undefined;
  }
}
