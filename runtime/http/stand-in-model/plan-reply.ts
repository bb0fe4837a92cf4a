import type { ChatRequest } from "./chat-request.ts";
import { composeAnswer } from "./compose-answer.ts";
import type { ModeSetting } from "./stand-in-modes.ts";

/** What a call gets: an answer, sound or not, or something else in its place. */
export type Reply =
  | {
      readonly kind: "answer";
      readonly content: string | null;
      readonly refusal: string | null;
      readonly finishReason: "stop" | "length";
      /** Wait before each piece of the answer, where the mode asks for one. */
      readonly delayMs?: number | undefined;
    }
  | { readonly kind: "error"; readonly status: 429 | 500; readonly type: string; readonly message: string }
  | { readonly kind: "page" }
  | { readonly kind: "silence" };

/** What the judge of answers calls noise. */
const NOISE = "\uFFFD\uFFFD#]} \uFFFD\uFFFD\uFFFD q\uFFFDx \uFFFD\uFFFD {[\uFFFD ~~ \uFFFD\uFFFD\uFFFD";

/** Decides how a call is answered under a mode. */
export function planReply(chat: ChatRequest, { mode, delayMs }: ModeSetting): Reply {
  switch (mode) {
    case "healthy":
      return answer(composeAnswer(chat));
    case "slow":
      return { ...answer(composeAnswer(chat)), delayMs };
    case "unhealthy-word":
      return answer("UNHEALTHY");
    case "refusal":
      return { ...answer(null), refusal: "I'm sorry, but I can't help with that." };
    case "empty":
      return answer("");
    case "truncated":
      return { ...answer(firstHalf(composeAnswer(chat))), finishReason: "length" };
    case "garbage":
      return answer(NOISE);
    case "error-500":
      return { kind: "error", status: 500, type: "server_error", message: "told to fail" };
    case "rate-limit":
      return { kind: "error", status: 429, type: "rate_limit_exceeded", message: "told to limit the rate" };
    case "html":
      return { kind: "page" };
    case "hang":
      return { kind: "silence" };
  }
}

function answer(content: string | null): Extract<Reply, { kind: "answer" }> {
  return { kind: "answer", content, refusal: null, finishReason: "stop" };
}

function firstHalf(text: string): string {
  const chars = [...text];
  return chars.slice(0, Math.ceil(chars.length / 2)).join("");
}
