import { connect } from "node:net";
import { Hono } from "hono";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { loopbackCertificate } from "../../../../runtime/adapters/node/loopback-certificate.ts";
import { SystemTimers } from "../../../../runtime/adapters/node/system-timers.ts";
import { type Listening, type ListenOptions, listen } from "../../../../runtime/http/server/listen.ts";
import { ListenError } from "../../../../runtime/http/server/listen-error.ts";
import { SilentLogger } from "../../../support/silent-logger.ts";

const test = suite("listen");
const open: Listening[] = [];

async function start(app: Hono, options: Partial<ListenOptions> = {}): Promise<Listening> {
  const server = await listen(app, {
    hostname: "127.0.0.1",
    port: 0,
    timers: new SystemTimers(),
    logger: new SilentLogger(),
    ...options,
  });
  open.push(server);
  return server;
}

/** All that comes back on a raw connection until it is closed. */
function talk(port: number, ...lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(lines.join("\r\n")));
    socket.setEncoding("utf8").on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("close", () => resolve(answer)).on("error", reject);
  });
}

const hello = () => new Hono().get("/", (c) => c.text("hello"));

test.after.each(async () => {
  await Promise.all(open.splice(0).map((server) => server.close(0)));
});

test("serves on a free port and says where", async () => {
  const server = await start(hello());
  assert.is(server.url, `http://127.0.0.1:${server.port}`);
  assert.is(await (await fetch(server.url)).text(), "hello");
});

test("says clearly that a port is taken", async () => {
  const { port } = await start(hello());
  try {
    await start(hello(), { port });
    assert.unreachable();
  } catch (error) {
    assert.instance(error, ListenError);
    assert.is((error as ListenError).code, "EADDRINUSE");
    assert.match((error as ListenError).message, `127.0.0.1:${port}: another process has taken it`);
  }
});

test("says clearly that the machine has no such address", async () => {
  try {
    await start(hello(), { hostname: "192.0.2.1" });
    assert.unreachable();
  } catch (error) {
    assert.match((error as Error).message, "192.0.2.1:0: this machine has no such address");
  }
});

test("answers 431 to headers beyond the limit", async () => {
  const { port } = await start(hello(), { limits: { maxHeaderBytes: 2_048 } });
  const answer = await talk(port, "GET / HTTP/1.1", "Host: x", `X-Long: ${"a".repeat(4_096)}`, "", "");
  assert.match(answer, /^HTTP\/1\.1 431 /);
});

test("answers 408 to headers that do not arrive in time", async () => {
  const { port } = await start(hello(), {
    limits: { headersTimeoutMs: 100, requestTimeoutMs: 200, checkIntervalMs: 20 },
  });
  assert.match(await talk(port, "GET / HTTP/1.1", "Host: x", "X-Slow: "), /^HTTP\/1\.1 408 /);
});

test("closes connections beyond the limit at once", async () => {
  const { port } = await start(hello(), { limits: { maxConnections: 1 } });
  const first = connect(port, "127.0.0.1");
  await new Promise((resolve) => first.once("connect", resolve));
  assert.is(await talk(port, "").catch(() => ""), "");
  first.destroy();
});

test("lets a request under way end before it closes", async () => {
  const release = Promise.withResolvers<void>();
  const entered = Promise.withResolvers<void>();
  const app = new Hono().get("/", async (c) => {
    entered.resolve();
    await release.promise;
    return c.text("late");
  });
  const server = await start(app);
  const answer = fetch(server.url);
  await entered.promise;
  const closed = server.close(60_000);
  await talk(server.port, "GET / HTTP/1.1", "Host: x", "", "").then(
    () => assert.unreachable("a new connection was taken"),
    (error: NodeJS.ErrnoException) => assert.is(error.code, "ECONNREFUSED"),
  );
  release.resolve();
  assert.is(await (await answer).text(), "late");
  await closed;
});

test("closes connections on which nothing was ever sent without waiting", async () => {
  // Node itself would end them after this time, which must not be what the test sees.
  const server = await start(hello(), { limits: { headersTimeoutMs: 60_000, requestTimeoutMs: 60_000 } });
  const silent = connect(server.port, "127.0.0.1");
  const ended = new Promise((resolve) => silent.once("close", resolve));
  silent.on("error", () => {}).resume();
  await new Promise((resolve) => silent.once("connect", resolve));
  assert.is(await (await fetch(server.url)).text(), "hello");
  const limit = new AbortController();
  const late = new SystemTimers().sleep(10_000, limit.signal).then(() => "late");
  assert.is(await Promise.race([server.close(60_000).then(() => "closed"), late]), "closed");
  limit.abort();
  await ended;
});

test("cuts what is left after the grace", async () => {
  const entered = Promise.withResolvers<void>();
  const app = new Hono().get("/", () => {
    entered.resolve();
    return new Promise<Response>(() => {});
  });
  const server = await start(app);
  const answer = fetch(server.url).then(
    () => "answered",
    () => "cut",
  );
  await entered.promise;
  await server.close(50);
  assert.is(await answer, "cut");
});

test("cuts what has not ended its TLS handshake, too", async () => {
  const server = await start(hello(), { tls: loopbackCertificate(new Date()) });
  const silent = connect(server.port, "127.0.0.1");
  silent.on("error", () => undefined);
  // A handshake that says how long it will be, and ends there.
  await new Promise((resolve) => silent.write(Buffer.of(0x16, 3, 1, 2, 0), resolve));
  await server.close(50);
  silent.destroy();
});

test.run();
