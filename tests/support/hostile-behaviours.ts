import type { Behaviour } from "./hostile-provider.ts";

/** One event of a streamed completion. */
export function event(payload: unknown): string {
  return `data: ${JSON.stringify(payload)}\n\n`;
}

/** A chunk with text, or with whatever else a delta may hold. */
export function chunk(delta: string | object, finishReason: string | null = null): string {
  const fields = typeof delta === "string" ? { content: delta } : delta;
  return event({
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta: fields, finish_reason: finishReason }],
  });
}

/** The chunk that carries the count of tokens, and the end of the stream. */
export const USAGE_AND_DONE = `${event({ choices: [], usage: { prompt_tokens: 7, completion_tokens: 2 } })}data: [DONE]\n\n`;

/** A whole completion, as it is answered without streaming. */
export function completion(content: string | null, choice: object = {}, message: object = {}): object {
  return {
    object: "chat.completion",
    choices: [
      { index: 0, message: { role: "assistant", content, ...message }, finish_reason: "stop", ...choice },
    ],
    usage: { prompt_tokens: 7, completion_tokens: 2 },
  };
}

/** Sends these pieces, one write each, and ends the answer. */
export function streams(...pieces: readonly (string | Uint8Array)[]): Behaviour {
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    sendOneByOne(response, pieces, () => response.end());
  };
}

/** Streams an answer as a sound provider does. */
export function answersWell(...pieces: readonly string[]): Behaviour {
  return streams(...pieces.map((text) => chunk(text)), chunk({}, "stop"), USAGE_AND_DONE);
}

/** Sends these pieces, then nothing, and leaves the connection open. */
export function stallsAfter(...pieces: readonly string[]): Behaviour {
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    sendOneByOne(response, pieces, () => undefined);
  };
}

/** Sends these pieces, then breaks the connection. */
export function breaksOffAfter(...pieces: readonly string[]): Behaviour {
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    sendOneByOne(response, pieces, () => response.socket?.destroy());
  };
}

/** Answers with a status and a body: text as it is, anything else as JSON. */
export function answers(status: number, body: unknown, headers: Record<string, string> = {}): Behaviour {
  return (response) => {
    const isText = typeof body === "string";
    response.writeHead(status, { "content-type": isText ? "text/html" : "application/json", ...headers });
    response.end(isText ? body : JSON.stringify(body));
  };
}

/** Never answers. */
export const hangs: Behaviour = () => undefined;

/** Sends its headers and nothing more. */
export function hangsAfterHeaders(status: number): Behaviour {
  return (response) => {
    response.writeHead(status, { "content-type": "text/event-stream" });
    response.flushHeaders();
  };
}

/** Breaks the connection without an answer. */
export const hangsUp: Behaviour = (response) => response.socket?.destroy();

/** Goes on sending the same piece for as long as anybody reads. */
export function streamsForEver(piece: string): Behaviour {
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const pump = () => {
      while (!response.destroyed && response.write(piece));
    };
    response.on("drain", pump);
    pump();
  };
}

/** Each piece goes out on its own: the next follows when the system has taken it. */
function sendOneByOne(
  response: Parameters<Behaviour>[0],
  [piece, ...rest]: readonly (string | Uint8Array)[],
  finish: () => void,
): void {
  if (piece === undefined) finish();
  else response.write(piece, () => setImmediate(() => sendOneByOne(response, rest, finish)));
}
