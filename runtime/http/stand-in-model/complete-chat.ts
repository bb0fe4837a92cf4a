import type { ServerResponse } from "node:http";
import type { Context } from "hono";
import { ApiError } from "./api-error.ts";
import { type ChatRequest, chatRequestSchema } from "./chat-request.ts";
import { planReply } from "./plan-reply.ts";
import { readJSON } from "./read-json.ts";
import type { StandInEnv, StandInParts } from "./stand-in-env.ts";
import { type Answer, writeCompletion, writeEvents } from "./write-completion.ts";

/** What a gateway shows when the server behind it is gone; it comes with status 200, which is the trap. */
const PAGE =
  "<!DOCTYPE html>\n<html><head><title>Service Unavailable</title></head><body><h1>Service Unavailable</h1>" +
  "<p>The upstream server is temporarily unable to answer.</p></body></html>\n";

/** Makes the handler of `POST /v1/chat/completions`. */
export function completeChat(parts: StandInParts): (c: Context<StandInEnv>) => Promise<Response> {
  let underWay = 0;
  return async (c) => {
    if (underWay >= parts.maxConcurrent)
      throw new ApiError(429, "rate_limit_exceeded", `more than ${parts.maxConcurrent} calls at once`);
    const { outgoing } = c.env;
    underWay += 1;
    // Not at the handler's end: a stream goes on after it, and its reader may leave before it begins.
    outgoing.once("close", () => {
      underWay -= 1;
    });
    const chat = await readJSON(c.env.incoming, chatRequestSchema);
    return reply(c, chat, parts, endOf(outgoing, parts.closing));
  };
}

async function reply(
  c: Context<StandInEnv>,
  chat: ChatRequest,
  parts: StandInParts,
  ended: AbortSignal,
): Promise<Response> {
  const planned = planReply(chat, parts.modes.for(chat.model, chat.isStreaming));
  switch (planned.kind) {
    case "answer":
      return chat.isStreaming
        ? stream(c, chat, planned, parts, ended)
        : whole(c, chat, planned, parts, ended);
    case "error":
      throw new ApiError(planned.status, planned.type, planned.message);
    case "page":
      return c.html(PAGE);
    case "silence":
      await new Promise((resolve) => ended.addEventListener("abort", resolve, { once: true }));
      throw new ApiError(503, "server_error", "the stand-in is closing");
  }
}

async function whole(
  c: Context<StandInEnv>,
  chat: ChatRequest,
  answer: Answer,
  { timers }: StandInParts,
  ended: AbortSignal,
): Promise<Response> {
  if (answer.delayMs !== undefined) await timers.sleep(answer.delayMs, ended);
  return c.json(writeCompletion(chat, answer));
}

function stream(
  c: Context<StandInEnv>,
  chat: ChatRequest,
  answer: Answer,
  { timers, tokenDelayMs }: StandInParts,
  ended: AbortSignal,
): Response {
  const headers = { "Content-Type": "text/event-stream", "Cache-Control": "no-cache" };
  const delayMs = answer.delayMs ?? tokenDelayMs;
  const events = writeEvents(chat, answer);
  if (delayMs === 0) return c.body([...events].join(""), 200, headers);
  const spaced = async function* () {
    const encoder = new TextEncoder();
    for (const event of events) {
      await timers.sleep(delayMs, ended);
      if (ended.aborted) return;
      yield encoder.encode(event);
    }
  };
  return c.body(ReadableStream.from(spaced()) as ReadableStream, 200, headers);
}

/** Aborts when the caller has left or the server closes. */
function endOf(
  outgoing: ServerResponse | StandInEnv["Bindings"]["outgoing"],
  closing: AbortSignal,
): AbortSignal {
  const ended = new AbortController();
  const end = () => {
    closing.removeEventListener("abort", end);
    ended.abort();
  };
  outgoing.once("close", end);
  if (closing.aborted) end();
  else closing.addEventListener("abort", end, { once: true });
  return ended.signal;
}
