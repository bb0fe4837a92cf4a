import { isFilled, isRecord } from "../reply/read-chat-completion.ts";
import { jsonValue, unfenced } from "../text/json-value.ts";
import { plainText } from "../text/plain-text.ts";
import { readsLikeAnError } from "./reads-like-an-error.ts";

type Fields = Readonly<Record<string, unknown>>;

const ERROR_KEY = /^(?:errors?|err|fault|exception|error_?message|error_?code|traceback)$/i;
const TEXT_KEY = /^(?:message|detail|details|msg|title|reason|error_description|description)$/i;
const CODE_KEY = /^(?:level|severity|object|code|status|status_?code|http_?status|__type|type|name|kind)$/i;
const ENVELOPE_KEY =
  /^(?:errors?|err|fault|exception|message|msg|detail|details|title|reason|description|error_\w+|code|status|status_?code|http_?status|__type|type|name|kind|param|request_?id|trace_?id|timestamp|path|object|level|logger|time|ts|success|instance|documentation_url|user_id|metadata|provider|event_id)$/i;
const NO_ERROR = /^(?:none|no|ok|null|n\/a|0|false|-|no errors?)$/i;
const FAILED_STATE =
  /^(?:error|failed|failure|fail|exception|fatal|unhealthy|unavailable|down|degraded|overloaded|timeout|critical|forbidden|unauthorized)$/i;

/** What a JSON answer says about failure: nothing, an error among other fields, or a provider's error body. */
export type JsonError = "none" | "field" | "body";

/** Tells whether an answer is an error as JSON (or as a dictionary that a program printed in its place). */
export function jsonError(text: string, prompt: string): JsonError {
  const value = jsonValue(text);
  if (value === undefined) return looksLikeErrorObject(unfenced(text)) ? "body" : "none";
  const fields: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (!isRecord(fields) || !reportsFailure(fields)) return "none";
  const keys = Object.keys(fields);
  if (keys.some((key) => !ENVELOPE_KEY.test(key)) || wereNamed(keys, prompt)) return "field";
  return bodyOrField(fields);
}

function bodyOrField(fields: Fields): JsonError {
  const error = fields["error"] ?? fields["fault"];
  const isProviderShaped = isRecord(error) && "message" in error;
  return isProviderShaped || !isFilled(error) || Object.keys(fields).length === 1 ? "body" : "field";
}

/** Whether the prompt names every field and speaks of failure itself: then a failure is the answer it wants. */
function wereNamed(keys: readonly string[], prompt: string): boolean {
  return keys.every((key) => prompt.includes(key)) && /wrong|invalid|fail|denied|false|reject/i.test(prompt);
}

function reportsFailure(fields: Fields): boolean {
  const entries = Object.entries(fields);
  if (entries.some(([key, value]) => ERROR_KEY.test(key) && isAnError(value))) return true;
  const message = entries.find(
    ([key, value]) => TEXT_KEY.test(key) && typeof value === "string" && value !== "",
  );
  const isMarked = entries.some(([key, value]) => CODE_KEY.test(key) && isErrorCode(value));
  const hasFailed = fields["success"] === false || fields["ok"] === false;
  if (message === undefined)
    return entries.length > 0 && entries.every(([key, value]) => CODE_KEY.test(key) && isErrorCode(value));
  return isMarked || hasFailed || readsLikeAnError(plainText(String(message[1])));
}

function isAnError(value: unknown): boolean {
  return typeof value === "string" ? !NO_ERROR.test(value.trim()) && value.trim() !== "" : isFilled(value);
}

function isErrorCode(value: unknown): boolean {
  if (typeof value === "number") return value >= 400 && value < 600;
  if (typeof value !== "string") return false;
  return /^[45]\d\d$|(?:Error|Exception|_error|_ERROR|Fault)$/.test(value) || FAILED_STATE.test(value);
}

/** `{'error': …` of Python, or an error object that was cut in the middle: JSON.parse knows neither. */
function looksLikeErrorObject(text: string): boolean {
  return /^\{\s*["']?(?:errors?|fault|exception)["']?\s*[:=]\s*(?!null|none|false|0|\[\s*\]|""|''|\{\s*\})/i.test(
    text.slice(0, 200),
  );
}
