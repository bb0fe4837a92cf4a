import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { SystemTimers } from "../../../../runtime/adapters/node/system-timers.ts";
import { type Listening, listen } from "../../../../runtime/http/server/listen.ts";
import { BodyError, readBody } from "../../../../runtime/http/server/read-body.ts";
import { SilentLogger } from "../../../support/silent-logger.ts";

const test = suite("readBody");
const MAX_BYTES = 1_000;
let server: Listening;
let outcomes: string[] = [];
let arrived = Promise.withResolvers<IncomingMessage>();
let settled = Promise.withResolvers<void>();

test.before.each(async () => {
  outcomes = [];
  arrived = Promise.withResolvers();
  settled = Promise.withResolvers();
  const app = new Hono<{ Bindings: HttpBindings }>().post("/", async (c) => {
    arrived.resolve(c.env.incoming);
    try {
      return c.text(String((await readBody(c.env.incoming, MAX_BYTES)).toString("utf8").length));
    } catch (error) {
      if (!(error instanceof BodyError)) throw error;
      outcomes.push(error.reason);
      return c.text(error.message, 413);
    } finally {
      settled.resolve();
    }
  });
  const options = { hostname: "127.0.0.1", port: 0, timers: new SystemTimers(), logger: new SilentLogger() };
  server = await listen(app, options);
});

test.after.each(() => server.close(0));

/** A body without a Content-Length. */
function chunked(chunk: string, count: number): RequestInit {
  const body = new ReadableStream({
    start(controller) {
      for (let i = 0; i < count; i++) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
  return { method: "POST", body, duplex: "half" } as RequestInit;
}

const cases = [
  { name: "no body", init: { method: "POST" }, status: 200, answer: "0" },
  {
    name: "a body at the bound",
    init: { method: "POST", body: "a".repeat(1_000) },
    status: 200,
    answer: "1000",
  },
  { name: "a chunked body at the bound", init: chunked("a".repeat(100), 10), status: 200, answer: "1000" },
  {
    name: "a body over the bound",
    init: { method: "POST", body: "a".repeat(1_001) },
    status: 413,
    answer: undefined,
  },
  {
    name: "a chunked body over the bound",
    init: chunked("a".repeat(100), 11),
    status: 413,
    answer: undefined,
  },
  {
    name: "a body far over the bound",
    init: chunked("a".repeat(65_536), 100),
    status: 413,
    answer: undefined,
  },
];

for (const { name, init, status, answer } of cases) {
  test(`answers ${status} to ${name}, and goes on serving`, async () => {
    const response = await fetch(server.url, init);
    assert.is(response.status, status);
    const text = await response.text();
    if (answer !== undefined) assert.is(text, answer);
    assert.is((await fetch(server.url, { method: "POST", body: "again" })).status, 200);
  });
}

test("answers 413 to a declared length over the bound without waiting for the body", async () => {
  const socket = connect(server.port, "127.0.0.1");
  socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1001\r\n\r\n");
  const answer = await new Promise<Buffer>((resolve) => socket.once("data", resolve));
  socket.destroy();
  // A server that waited would answer 408 in the end.
  assert.match(answer.toString("utf8"), /^HTTP\/1\.1 413 /);
});

test("ends when the caller leaves in the middle of the body", async () => {
  const socket = connect(server.port, "127.0.0.1");
  socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\nabc");
  await arrived.promise;
  socket.destroy();
  await settled.promise;
  assert.equal(outcomes, ["Aborted"]);
});

test.run();
