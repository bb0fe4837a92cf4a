import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Timers } from "../../ports/timers.ts";

/**
 * Prepares a server for its end and returns how to bring it about: no new connections, those without a
 * request are closed at once, the others after their answer, and what is left after the grace is cut.
 *
 * Node's own `close` would wait for a connection on which nothing was ever sent (a browser's, a load
 * balancer's), and for kept-alive ones that their clients go on using.
 */
export function closeGracefully(server: Server, timers: Timers): (graceMs: number) => Promise<void> {
  const sockets = new Set<Socket>();
  let closing: Promise<void> | undefined;

  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.prependListener("request", (_request: IncomingMessage, response: ServerResponse) => {
    if (closing !== undefined) response.setHeader("Connection", "close");
    response.once("close", () => {
      if (closing !== undefined) setImmediate(() => server.closeIdleConnections());
    });
  });

  return (graceMs) => {
    closing ??= new Promise((resolve) => {
      const cut = timers.after(graceMs, () => {
        server.closeAllConnections();
        // What has not ended its TLS handshake is no connection to Node's HTTP server yet.
        for (const socket of sockets) socket.destroy();
      });
      server.close(() => {
        cut.cancel();
        resolve();
      });
      server.closeIdleConnections();
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    });
    return closing;
  };
}
