import type { TokenUsage } from "../../ports/model.ts";

/** What is of interest in a chat completion, or in one chunk of a streamed one. */
export type Completion = {
  readonly content: string | null;
  readonly refusal: string | null;
  readonly hasToolCalls: boolean;
  readonly finishReason: string | null;
  readonly usage?: TokenUsage | undefined;
};

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads a chat completion (`choices[0].message`) or a chunk (`choices[0].delta`) that nobody has checked.
 * Undefined for anything else. A chunk without choices is sound: it brings usage, or a filter's verdict.
 */
export function readCompletion(value: unknown, part: "message" | "delta"): Completion | undefined {
  const fields = asFields(value);
  const choices = fields?.["choices"];
  if (fields === undefined || (choices !== undefined && choices !== null && !Array.isArray(choices)))
    return undefined;
  const usage = readUsage(fields["usage"]);
  const choice = asFields(choices?.[0]);
  if (choice === undefined) {
    const isChunk = part === "delta" && (Array.isArray(choices) || usage !== undefined);
    return isChunk ? { ...NOTHING, usage } : undefined;
  }
  const message = asFields(choice[part]) ?? (part === "delta" ? asFields(choice["message"]) : undefined);
  const finishReason = textOrNull(choice["finish_reason"]);
  if (message === undefined)
    return part === "delta" && finishReason !== null ? { ...NOTHING, finishReason, usage } : undefined;
  return {
    content: readContent(message["content"]),
    refusal: textOrNull(message["refusal"]),
    hasToolCalls: isFilledArray(message["tool_calls"]) || asFields(message["function_call"]) !== undefined,
    finishReason,
    usage,
  };
}

const NOTHING: Completion = { content: null, refusal: null, hasToolCalls: false, finishReason: null };

/** Content is text; some providers send it in parts, of which those that aren't text are not shown. */
function readContent(content: unknown): string | null {
  if (!Array.isArray(content)) return textOrNull(content);
  return content
    .map((part) => asFields(part))
    .filter((part) => part?.["type"] === "text")
    .map((part) => textOrNull(part?.["text"]) ?? "")
    .join("");
}

function readUsage(value: unknown): TokenUsage | undefined {
  const usage = asFields(value);
  const [prompt, completion] = [usage?.["prompt_tokens"], usage?.["completion_tokens"]];
  return isCount(prompt) && isCount(completion) ? { prompt, completion } : undefined;
}

function asFields(value: unknown): Fields | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function isFilledArray(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
