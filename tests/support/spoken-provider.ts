import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

const head = { id: "c", object: "chat.completion.chunk", created: 0, model: "m" };

/** A provider on loopback whose answers a caller speaks, word by word; each call is answered alike. */
export class SpokenProvider {
  readonly baseURL: string;
  /** How many calls came. */
  calls = 0;
  readonly #server: Server;
  readonly #open = new Set<ServerResponse>();

  private constructor(server: Server) {
    this.#server = server;
    this.baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  }

  static async start(): Promise<SpokenProvider> {
    const server = createServer(async (request, response) => {
      await text(request);
      provider.#listen(response);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const provider = new SpokenProvider(server);
    return provider;
  }

  /** How many answers are open: who hangs up leaves. */
  get open(): number {
    return this.#open.size;
  }

  /** Says a word in all open answers. */
  say(word: string): void {
    for (const response of this.#open) response.write(chunk({ content: word }, null));
  }

  /** Ends all open answers. */
  stop(): void {
    for (const response of this.#open) response.end(`${chunk({}, "stop")}data: [DONE]\n\n`);
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  #listen(response: ServerResponse): void {
    this.calls += 1;
    this.#open.add(response);
    response.on("close", () => this.#open.delete(response));
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(chunk({ role: "assistant", content: "" }, null));
  }
}

function chunk(delta: object, finish: string | null): string {
  return `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
}
