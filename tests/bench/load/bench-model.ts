import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A model that answers each call after a while, with one word. */
export type BenchModel = { readonly baseURL: string; close(): void };

/** Serves a model on loopback that takes `delayMs` for every answer. */
export async function serveBenchModel(delayMs: number): Promise<BenchModel> {
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      const answer = () => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        const frame = { id: "b", object: "chat.completion.chunk", created: 0, model: "bench" };
        const chunk = (delta: object, finish_reason: string | null) =>
          `data: ${JSON.stringify({ ...frame, choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
        response.end(
          `${chunk({ role: "assistant", content: "done" }, null)}${chunk({}, "stop")}data: [DONE]\n\n`,
        );
      };
      if (delayMs === 0) answer();
      else setTimeout(answer, delayMs);
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) =>
    server.listen({ port: 0, host: "127.0.0.1", backlog: 8_192 }, resolve),
  );
  return {
    baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
