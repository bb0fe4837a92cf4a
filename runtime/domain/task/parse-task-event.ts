import type { TaskEvent } from "./task-event.ts";

/** Reads back what `formatTaskEvent` wrote; undefined where it is nothing that a task reports. */
export function parseTaskEvent(name: string, data: string): TaskEvent | undefined {
  const facts = parseObject(data);
  if (facts === undefined) return undefined;
  if (name === "token")
    return typeof facts["text"] === "string" ? { type: "token", text: facts["text"] } : undefined;
  if (name === "result") return resultOf(facts);
  if (name === "failure") return failureOf(facts);
  return undefined;
}

type Facts = Readonly<Record<string, unknown>>;

function resultOf({ output, tokens }: Facts): TaskEvent | undefined {
  if (typeof output !== "string") return undefined;
  if (!isObject(tokens)) return { type: "result", output };
  const { prompt, completion } = tokens;
  if (!isCount(prompt) || !isCount(completion)) return { type: "result", output };
  return { type: "result", output, tokens: { prompt, completion } };
}

function failureOf({ reason, message, isRetryable }: Facts): TaskEvent | undefined {
  if (typeof reason !== "string" || typeof message !== "string" || typeof isRetryable !== "boolean")
    return undefined;
  return { type: "failure", reason, message, isRetryable };
}

function parseObject(text: string): Facts | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Facts {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
