import { createServer } from "node:net";

/**
 * Below the range from which Linux takes the ports of outgoing connections (from 32768): a port from that
 * range may be taken, even by a client dialling the server that is down, before the server is back on it.
 */
const FIRST_PORT = 20_000;
const PORT_COUNT = 10_000;

/** Finds loopback ports that nobody listens on, each a different one. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORT_COUNT);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
