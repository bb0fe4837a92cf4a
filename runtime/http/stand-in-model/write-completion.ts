import { createHash } from "node:crypto";
import { type ChatRequest, wordsIn } from "./chat-request.ts";
import { STAND_IN_MODEL } from "./identity.ts";
import type { Reply } from "./plan-reply.ts";

/** A reply that is a completion. */
export type Answer = Extract<Reply, { kind: "answer" }>;

/** Writes an answer as one chat completion. */
export function writeCompletion(chat: ChatRequest, answer: Answer): object {
  const { content, refusal, finishReason } = answer;
  const message = { role: "assistant", content, refusal };
  return {
    ...frame("chat.completion", chat, answer),
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishReason }],
    usage: usageOf(chat, answer),
  };
}

/** Writes an answer as the events of a stream: its role, a word each, its end, its usage if wanted. */
export function* writeEvents(chat: ChatRequest, answer: Answer): Generator<string> {
  const head = frame("chat.completion.chunk", chat, answer);
  const chunk = (delta: object, finishReason: string | null = null) =>
    event({ ...head, choices: [{ index: 0, delta, logprobs: null, finish_reason: finishReason }] });
  yield chunk({ role: "assistant", content: "" });
  for (const piece of answer.content?.match(/\s*\S+\s*$|\s*\S+/g) ?? []) yield chunk({ content: piece });
  if (answer.refusal !== null) yield chunk({ refusal: answer.refusal });
  yield chunk({}, answer.finishReason);
  if (chat.wantsUsage) yield event({ ...head, choices: [], usage: usageOf(chat, answer) });
  yield "data: [DONE]\n\n";
}

/** Neither clock nor chance: the same call has the same id, and no answer has an age. */
function frame(object: string, chat: ChatRequest, answer: Answer): object {
  const hash = createHash("sha256").update(`${chat.system}\0${chat.prompt}\0${answer.content}`).digest("hex");
  return { id: `chatcmpl-stand-in-${hash.slice(0, 16)}`, object, created: 0, model: STAND_IN_MODEL };
}

function usageOf(chat: ChatRequest, answer: Answer): object {
  const completion = wordsIn(answer.content ?? "");
  return {
    prompt_tokens: chat.words,
    completion_tokens: completion,
    total_tokens: chat.words + completion,
  };
}

function event(payload: object): string {
  return `data: ${JSON.stringify(payload)}\n\n`;
}
