import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { request as httpsRequest, type RequestOptions } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { KubeConfig } from "@kubernetes/client-node";

/** What is done to one request: nothing when undefined. */
export type Hostility =
  /** Answered with a status, and `Retry-After` where it is 429. */
  | { readonly kind: "status"; readonly code: number }
  /** A watch that begins well and reports the given error. */
  | { readonly kind: "error event"; readonly code: number }
  /** Passes on so many bytes of the answer, then breaks the connection. */
  | { readonly kind: "cut"; readonly afterBytes: number }
  /** Passes on so many bytes of the answer, then nothing more, and leaves the connection open. */
  | { readonly kind: "silent"; readonly afterBytes: number }
  /** Takes the request and never answers. */
  | { readonly kind: "half-open" }
  /** Passes everything on in pieces of a few bytes. */
  | { readonly kind: "slow" }
  /** Begins an answer and ends it at once, as if all were well. */
  | { readonly kind: "empty" };

/** Decides what is done to a request. */
export type Temper = (path: string, isWatch: boolean) => Hostility | undefined;

const PIECE_BYTES = 7;

/** A server between a client and a real API server, with the rights of an admin, that does what a test wants. */
export class HostileApi {
  /** What is done to each request from now on; everything is passed on unless a test says otherwise. */
  temper: Temper = () => undefined;
  /** Requests so far, and connections ever made. */
  requests = 0;
  /** Those of them that were no watches. */
  reads = 0;
  connections = 0;
  readonly config: KubeConfig;
  readonly #server: Server;
  readonly #sockets: Set<Socket>;
  readonly #real: KubeConfig;

  private constructor(server: Server, sockets: Set<Socket>, real: KubeConfig) {
    this.#server = server;
    this.#sockets = sockets;
    this.#real = real;
    const { port } = server.address() as AddressInfo;
    this.config = new KubeConfig();
    this.config.loadFromClusterAndUser(
      { name: "hostile", server: `http://127.0.0.1:${port}`, skipTLSVerify: true },
      { name: "nobody" },
    );
    server.on("connection", () => {
      this.connections += 1;
    });
    server.on("request", (request, response) => void this.#serve(request, response));
  }

  /** Listens in front of the cluster that a config knows. */
  static async start(real: KubeConfig): Promise<HostileApi> {
    const server = createServer({ keepAliveTimeout: 60_000 });
    const sockets = new Set<Socket>();
    server.on("connection", (socket) => {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new HostileApi(server, sockets, real);
  }

  /** Connections that are open now. */
  get openConnections(): number {
    return this.#sockets.size;
  }

  /** Breaks every connection that is open now. */
  breakAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Ends it with all its connections. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.breakAll();
    await closed;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests += 1;
    const path = request.url ?? "";
    const isWatch = path.includes("watch=true");
    if (!isWatch) this.reads += 1;
    const hostility = this.temper(path, isWatch);
    if (hostility?.kind === "half-open") return;
    if (hostility?.kind === "status") return answerStatus(response, hostility.code);
    if (hostility?.kind === "empty") return void response.writeHead(200).end();
    if (hostility?.kind === "error event") {
      response.writeHead(200, { "Content-Type": "application/json" });
      response.write(`${JSON.stringify({ type: "ERROR", object: statusOf(hostility.code) })}\n`);
      return; // left open, as some servers do: the client has to leave
    }
    await this.#passOn(request, response, hostility);
  }

  async #passOn(
    request: IncomingMessage,
    response: ServerResponse,
    hostility: Hostility | undefined,
  ): Promise<void> {
    const options: RequestOptions = {};
    await this.#real.applyToHTTPSOptions(options);
    const { host: _, connection: __, ...headers } = request.headers;
    const url = `${this.#real.getCurrentCluster()?.server ?? ""}${request.url ?? ""}`;
    const upstream = httpsRequest(url, { ...options, method: request.method, headers }, (answer) => {
      const { "content-length": ___, ...kept } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, kept);
      response.flushHeaders();
      const pass = passer(response, hostility);
      answer.on("data", pass);
      answer.on("end", () => {
        if (hostility?.kind !== "silent") response.end();
      });
      answer.on("error", () => response.destroy());
    });
    upstream.on("error", () => response.destroy());
    response.on("close", () => upstream.destroy());
    request.pipe(upstream);
  }
}

function passer(response: ServerResponse, hostility: Hostility | undefined): (chunk: Buffer) => void {
  if (hostility?.kind === "slow")
    return (chunk) => {
      for (let at = 0; at < chunk.length; at += PIECE_BYTES)
        response.write(chunk.subarray(at, at + PIECE_BYTES));
    };
  if (hostility?.kind !== "cut" && hostility?.kind !== "silent") return (chunk) => void response.write(chunk);
  let left = hostility.afterBytes;
  return (chunk) => {
    const passed = chunk.subarray(0, left);
    left -= passed.length;
    if (passed.length > 0) response.write(passed);
    // The bytes go out before the connection breaks.
    if (left === 0 && hostility.kind === "cut") setImmediate(() => response.destroy());
  };
}

function answerStatus(response: ServerResponse, code: number): void {
  response.writeHead(code, {
    "Content-Type": "application/json",
    ...(code === 429 ? { "Retry-After": "1" } : {}),
  });
  response.end(JSON.stringify(statusOf(code)));
}

function statusOf(code: number): object {
  const reason = { 410: "Expired", 429: "TooManyRequests", 500: "InternalError" }[code];
  return { kind: "Status", apiVersion: "v1", status: "Failure", code, reason, message: `hostile ${code}` };
}
