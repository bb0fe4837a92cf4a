import type { ModelAnswer } from "../model-answer.ts";
import { type HealthFlaw, HealthReason } from "../verdict.ts";

/** The most of a body that is read; a chat completion's framing is small beside its content. */
const MAX_BODY_CHARS = 1_048_576;

/** What the body of a call holds: the fields that the judge looks at, or why it is no chat completion. */
export type Completion = { readonly answer: ModelAnswer } | { readonly flaw: HealthFlaw };

/** Reads a chat completion off a body. Its text is never quoted: providers repeat keys in their errors. */
export function readChatCompletion(raw: string): Completion {
  if (raw.length > MAX_BODY_CHARS) return flaw(HealthReason.tooLarge, "The body is larger than 1 MiB.");
  const body = raw.trim();
  if (body === "") return flaw(HealthReason.emptyBody, "The body is empty.");
  const parsed = parse(body);
  return parsed === undefined ? unreadable(body) : readObject(parsed.value);
}

function parse(body: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(body) };
  } catch {
    return undefined;
  }
}

function unreadable(body: string): Completion {
  if (body.startsWith("<")) return flaw(HealthReason.htmlBody, "The body is a page of markup, not JSON.");
  if (/^(?:data|event|id|retry)?:/.test(body)) {
    return flaw(HealthReason.notAChatCompletion, "The body is an event stream, not one chat completion.");
  }
  return /^[{[]/.test(body)
    ? flaw(HealthReason.truncatedBody, "The body is JSON that is cut off or broken.")
    : flaw(HealthReason.notAChatCompletion, "The body is text that is not JSON.");
}

function readObject(value: unknown): Completion {
  if (!isRecord(value)) return flaw(HealthReason.notAChatCompletion, "The body is not a JSON object.");
  if (isFilled(value["error"])) return flaw(HealthReason.errorBody, "The body is an error object.");
  const choices = value["choices"];
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  if (!isRecord(choice)) return flaw(HealthReason.notAChatCompletion, "The body has no choices.");
  if (isFilled(choice["error"])) return flaw(HealthReason.errorBody, "The choice carries an error.");
  const message = choice["message"];
  if (!isRecord(message)) return flaw(HealthReason.notAChatCompletion, "The choice has no message.");
  return {
    answer: {
      content: message["content"],
      finishReason: choice["finish_reason"],
      refusal: message["refusal"],
      toolCalls: message["tool_calls"] ?? message["function_call"],
    },
  };
}

/** Whether a field says something: null, false, empty text, an empty list and an empty object say nothing. */
export function isFilled(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === 0) return false;
  if (typeof value === "string") return value.trim() !== "";
  if (Array.isArray(value)) return value.length > 0;
  return typeof value !== "object" || Object.keys(value).length > 0;
}

/** Whether a value is a JSON object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function flaw(reason: HealthReason, detail: string): Completion {
  return { flaw: { reason, detail } };
}
