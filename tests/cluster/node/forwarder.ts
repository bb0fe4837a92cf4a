/**
 * Passes connections on: `node forwarder.ts <cluster folder> <host:port or socket> <host:port or socket>`
 *
 * The API server listens on loopback alone, where neither the node nor a pod can reach it. Two of these join
 * the in-cluster address to it over a socket in the file system, which network namespaces don't divide.
 */
import { rmSync } from "node:fs";
import { connect, createServer, type NetConnectOpts, type Socket } from "node:net";

const [, , , from = "", to = ""] = process.argv;
const clients = new Set<Socket>();

createServer({ allowHalfOpen: true }, (client) => {
  const server = connect({ ...addressOf(to), allowHalfOpen: true });
  join(client, server);
  join(server, client);
  clients.add(client);
  client.on("close", () => clients.delete(client));
}).listen(listenAt(from));

// A test cuts every connection so: watches, and requests whose answers are lost.
process.on("SIGHUP", () => {
  for (const client of clients) client.destroy();
});

/** What ends on one side ends on the other: a client must see at once that the API server is gone. */
function join(one: Socket, other: Socket): void {
  one.setNoDelay(true);
  one.pipe(other);
  one.on("error", () => other.destroy());
  one.on("close", () => other.destroy());
}

function addressOf(text: string): NetConnectOpts {
  const [, host, port] = /^([\d.]+):(\d+)$/.exec(text) ?? [];
  return host === undefined ? { path: text } : { host, port: Number(port) };
}

function listenAt(text: string): NetConnectOpts {
  const address = addressOf(text);
  if ("path" in address) rmSync(address.path, { force: true }); // of a forwarder that was killed
  return address;
}
