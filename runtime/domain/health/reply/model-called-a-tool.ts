import type { ModelAnswer } from "../model-answer.ts";
import { type HealthFlaw, HealthReason } from "../verdict.ts";
import { isFilled } from "./read-chat-completion.ts";

const TOOL_STOP = /^(?:tool_calls?|tool_use|function_call)$/i;

/** Says that the model called a tool where it was asked for an answer. */
export function modelCalledATool({ toolCalls, finishReason }: ModelAnswer): HealthFlaw | undefined {
  const stopsForTool = typeof finishReason === "string" && TOOL_STOP.test(finishReason);
  return stopsForTool || isFilled(toolCalls)
    ? { reason: HealthReason.toolCalled, detail: "The model called a tool instead of answering." }
    : undefined;
}
