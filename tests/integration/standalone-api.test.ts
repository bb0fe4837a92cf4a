import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { SecretType } from "../../lib/api/core-types.ts";
import { secretDraft } from "../contract/store/drafts.ts";
import { ApiServer } from "../support/api-server.ts";

const test = suite("the standalone API over a socket");
const SECRETS = "/api/v1/namespaces/default/secrets";

/** So that the server's own timeouts come while a test waits for them. */
const SHORT = { headersTimeoutMs: 200, requestTimeoutMs: 400, checkIntervalMs: 20 };

/** Writes a request and gives the connection, whose answer nobody has read. */
function send(server: ApiServer, path: string, headers: readonly string[] = []): Socket {
  const socket = connect(server.port, "127.0.0.1");
  const lines = [
    `GET ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${server.port}`,
    `Authorization: Bearer ${server.token}`,
    ...headers,
  ];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  return socket;
}

/** What has come back when the connection ends. */
function answerOn(socket: Socket): Promise<string> {
  let answer = "";
  socket.setEncoding("utf8").on("data", (chunk) => {
    answer += chunk;
  });
  return new Promise((resolve, reject) => socket.on("close", () => resolve(answer)).on("error", reject));
}

const firstBytes = (socket: Socket) =>
  new Promise<string>((resolve) => socket.once("data", (chunk) => resolve(String(chunk))));

async function statusOf(server: ApiServer, path: string): Promise<string> {
  const answer = await answerOn(send(server, path, ["Connection: close"]));
  return answer.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length);
}

test("answers a watch's headers before anything has happened", async () => {
  const server = await ApiServer.start({ isPlain: true });
  const socket = send(server, `${SECRETS}?watch=true&resourceVersion=1`);
  assert.match(await firstBytes(socket), /^HTTP\/1\.1 200 OK/);
  socket.destroy();
  await server.close();
});

test("ends a watch whose client has gone", async () => {
  const server = await ApiServer.start({ isPlain: true, limits: { maxWatches: 1 } });
  const watch = `${SECRETS}?watch=true&resourceVersion=1`;
  const socket = send(server, watch);
  await firstBytes(socket);
  assert.is(await statusOf(server, watch), "429");
  socket.destroy();
  // As often as a request takes; the runner ends a test that never gets there.
  while ((await statusOf(server, `${watch}&timeoutSeconds=1`)) !== "200");
  await server.close();
});

test("cuts a client that has asked for much and reads nothing", async () => {
  const server = await ApiServer.start({ isPlain: true, limits: { watchGraceMs: 20 } });
  const token = Buffer.alloc(700_000).toString("base64");
  for (let i = 0; i < 12; i++) {
    await server.store.create(
      SecretType,
      secretDraft({ name: `s${i}`, namespace: "default" }, { data: { token } }),
    );
  }
  const socket = send(server, `${SECRETS}?watch=true`);
  socket.on("error", () => undefined);
  await firstBytes(socket);
  socket.pause();
  // Without the cut this would last as long as the grace, and the runner would end the test.
  await server.close(600_000);
  socket.destroy();
});

test("answers 431 to a path that is longer than any selector", async () => {
  const server = await ApiServer.start({ isPlain: true });
  assert.is(await statusOf(server, `${SECRETS}?labelSelector=${"a".repeat(20_000)}`), "431");
  await server.close();
});

test("says its token to nobody, and serves nobody, on plain HTTP where it has a certificate", async () => {
  const server = await ApiServer.start({ server: { limits: SHORT } });
  const answer = await answerOn(send(server, SECRETS)).catch(() => "");
  assert.not.match(answer, "200 OK");
  await server.close();
});

test("ends connections that speak anything but TLS, and goes on serving", async () => {
  const server = await ApiServer.start({ server: { limits: SHORT } });
  for (const bytes of ["\r\n\r\n", "\x16\x03\x01\x00\x05hello", "\x00".repeat(2_000)]) {
    const socket = connect(server.port, "127.0.0.1");
    socket.write(Buffer.from(bytes, "latin1"));
    await answerOn(socket).catch(() => "");
  }
  const tls = connectTls({ port: server.port, host: "127.0.0.1", rejectUnauthorized: false });
  tls.write(`GET /healthz HTTP/1.1\r\nHost: localhost:${server.port}\r\nConnection: close\r\n\r\n`);
  assert.match(await answerOn(tls), /^HTTP\/1\.1 200 OK[\s\S]*ok$/);
  await server.close();
});

test.run();
