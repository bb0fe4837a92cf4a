import { isRecord } from "../reply/read-chat-completion.ts";
import { jsonValue, unfenced } from "../text/json-value.ts";
import { type HealthFlaw, HealthReason } from "../verdict.ts";
import type { AnswerInContext } from "./answer-in-context.ts";

const EVENT_STREAM = /^(?:data: ?[{[]|event: ?[\w.-]{1,40}\s*\n\s*data:)|^data: \[DONE\]/m;
const TOOL_TEXT =
  /^(?:action ?: ?[^\n]{1,80}\n\s*action input ?:|thought ?: ?[^\n]{1,400}\n\s*action ?:|(?:functions?|tools?)\.\w{1,40}\s?[({]|(?:tool|function)_calls?\s?[:=]|to=(?:functions|tool)|```tool_(?:code|call)|<(?:tool_call|function_call|tool_use|invoke|function)[\s>=]|\[\w{1,40}\([^\n\]]{0,200}\)\]$)/i;
const TOOL_NAME = ["name", "tool", "function", "action", "tool_name", "function_name", "recipient_name"];
const TOOL_ARGUMENTS = [
  "arguments",
  "parameters",
  "tool_input",
  "action_input",
  "args",
  "input",
  "tool_args",
  "kwargs",
];

/** Says that the answer is a piece of the protocol: stream framing, a whole completion, a message, a tool call as text. */
export function answerLeaksProtocol({ text, prompt, request }: AnswerInContext): HealthFlaw | undefined {
  const head = text.slice(0, 4_000);
  if (!/event[- ]stream|\bsse\b|server-sent/i.test(prompt) && EVENT_STREAM.test(head)) {
    return flaw(HealthReason.protocolLeaked, "The answer shows the framing of an event stream.");
  }
  if (!request.toolCall && TOOL_TEXT.test(head)) return toolCall();
  const value = jsonValue(text);
  const fields: unknown = Array.isArray(value) ? value[0] : value;
  if (!isRecord(fields)) return undefined;
  if (isMessage(fields) && !/\brole\b|\bchoices\b|chat completion|openai|messages?\b/i.test(prompt)) {
    return flaw(HealthReason.protocolLeaked, "The answer is a message or a completion wrapped as JSON.");
  }
  return isToolCall(fields) && !request.toolCall && unfenced(text) !== "" ? toolCall() : undefined;
}

function isMessage(fields: Readonly<Record<string, unknown>>): boolean {
  return (
    Array.isArray(fields["choices"]) ||
    ("role" in fields && "content" in fields) ||
    /^chat\.completion|^text_completion$/.test(String(fields["object"] ?? ""))
  );
}

function isToolCall(fields: Readonly<Record<string, unknown>>): boolean {
  if ("tool_calls" in fields || "function_call" in fields || fields["type"] === "tool_use") return true;
  if (fields["type"] === "function" && "function" in fields) return true;
  return TOOL_NAME.some((key) => key in fields) && TOOL_ARGUMENTS.some((key) => key in fields);
}

function toolCall(): HealthFlaw {
  return flaw(HealthReason.toolCalled, "The answer is a tool call written as text.");
}

function flaw(reason: HealthReason, detail: string): HealthFlaw {
  return { reason, detail };
}
