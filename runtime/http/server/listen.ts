import type { Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { createAdaptorServer, type HttpBindings } from "@hono/node-server";
import type { Logger } from "../../ports/logger.ts";
import type { Timers } from "../../ports/timers.ts";
import { closeGracefully } from "./close-gracefully.ts";
import { ListenError } from "./listen-error.ts";
import { DEFAULT_SERVER_LIMITS, type ServerLimits } from "./server-limits.ts";

/** What {@link listen} serves: a Hono app, or anything with its `fetch`. */
export type Served = {
  fetch(request: Request, env: HttpBindings): Response | Promise<Response>;
};

/** Where and how to listen. */
export type ListenOptions = {
  readonly hostname: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly timers: Timers;
  readonly logger: Logger;
  readonly limits?: Partial<ServerLimits>;
  /** Private key and certificate, both PEM: serves over TLS alone. */
  readonly tls?: { readonly key: string; readonly cert: string };
};

/** A server that listens. */
export type Listening = {
  /** `http://host:port` (`https:` with TLS), without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Takes no more requests, lets those under way end within the grace, and closes. */
  close(graceMs: number): Promise<void>;
};

/** Serves an app over HTTP/1.1 within limits. Throws {@link ListenError} where the address can't be had. */
export async function listen(app: Served, options: ListenOptions): Promise<Listening> {
  const { hostname, port, timers, logger, tls } = options;
  const limits = { ...DEFAULT_SERVER_LIMITS, ...options.limits };
  const server = createAdaptorServer({
    fetch: (request, env) => app.fetch(request, env as HttpBindings),
    ...(tls && { createServer: createTlsServer }),
    serverOptions: {
      ...(tls && { ...tls, handshakeTimeout: limits.headersTimeoutMs }),
      maxHeaderSize: limits.maxHeaderBytes,
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      connectionsCheckingInterval: limits.checkIntervalMs,
    },
  }) as Server;
  server.maxConnections = limits.maxConnections;
  const close = closeGracefully(server, timers);
  await bind(server, hostname, port);
  // Accepting can fail later, for want of file descriptors, say; that must not end the process.
  server.on("error", (error) => logger.warn("HTTP server error", { port, error }));
  const taken = (server.address() as AddressInfo).port;
  return { url: `${tls ? "https" : "http"}://${urlHost(hostname)}:${taken}`, port: taken, close };
}

/** Callers that come at once wait to be accepted; beyond it they knock again a second later. The kernel may allow less. */
const BACKLOG = 4_096;

function bind(server: Server, hostname: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (cause: Error) => reject(new ListenError(`${urlHost(hostname)}:${port}`, cause));
    server.once("error", refuse);
    server.listen({ port, host: hostname, backlog: BACKLOG }, () => {
      server.off("error", refuse);
      resolve();
    });
  });
}

/** A host as it stands in a URL: IPv6 addresses in brackets. */
function urlHost(hostname: string): string {
  return hostname.includes(":") ? `[${hostname}]` : hostname;
}
