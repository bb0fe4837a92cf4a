import { createHash } from "node:crypto";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { completion } from "../hostile-behaviours.ts";
import type { ReceivedCall } from "../hostile-provider.ts";

/** A prompt with this in it is refused by the provider, and so its step fails for good. */
export const FAILING = "to-fail";
/** How long an answer takes: long enough for runs to meet. */
const ANSWER_MS = 3;

type Options = {
  /** Where it listens; loopback, unless pods have to reach it. */
  readonly hostname?: string;
  readonly answerMs?: number;
};

/**
 * A provider that counts how often it was asked each prompt; checks, which are not streamed, it finds healthy and
 * does not count. It outlives the operator.
 */
export class CountingProvider {
  readonly calls = new Map<string, number>();
  /** Called at each call, before it is answered. */
  onCall: () => void = () => {};
  readonly baseURL: string;
  readonly #server: Server;

  readonly #answerMs: number;

  private constructor(server: Server, answerMs: number) {
    const { address, port } = server.address() as AddressInfo;
    this.#server = server;
    this.#answerMs = answerMs;
    this.baseURL = `http://${address}:${port}/v1`;
  }

  static async start({
    hostname = "127.0.0.1",
    answerMs = ANSWER_MS,
  }: Options = {}): Promise<CountingProvider> {
    const server = createServer(async (request, response) => {
      const body = (await json(request)) as ReceivedCall["body"];
      provider.#answer(body, response);
    });
    await new Promise<void>((resolve) => server.listen(0, hostname, resolve));
    const provider = new CountingProvider(server, answerMs);
    return provider;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  #answer({ messages = [], stream: isTask }: ReceivedCall["body"], response: ServerResponse): void {
    if (isTask !== true) {
      sayHealthy(response);
      return;
    }
    const prompt = messages.at(-1)?.content ?? "";
    this.calls.set(prompt, (this.calls.get(prompt) ?? 0) + 1);
    this.onCall();
    setTimeout(
      () => (prompt.includes(FAILING) ? refuse(response) : stream(response, prompt)),
      this.#answerMs,
    );
  }
}

/** What the provider says to a prompt: as short as it can be told apart. */
export function answerTo(prompt: string): string {
  return `said ${createHash("sha256").update(prompt).digest("hex").slice(0, 12)}`;
}

function sayHealthy(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(completion("HEALTHY")));
}

function refuse(response: ServerResponse): void {
  response.writeHead(400, { "content-type": "application/json" });
  response.end(JSON.stringify({ error: { message: "no", type: "invalid_request_error" } }));
}

function stream(response: ServerResponse, prompt: string): void {
  const head = { id: "c", object: "chat.completion.chunk", created: 0, model: "m" };
  const chunk = (delta: object, finish: string | null) =>
    `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(chunk({ role: "assistant", content: answerTo(prompt) }, null));
  response.end(`${chunk({}, "stop")}data: [DONE]\n\n`);
}
