import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Agent } from "undici";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { PoolRequest } from "../../../../runtime/adapters/kubernetes/access-source.ts";
import { exchange } from "../../../../runtime/adapters/kubernetes/exchange.ts";

type Context = {
  server: Server;
  pool: Agent;
  asked: string[];
  answer: RequestListener;
  send: (path: string) => PoolRequest;
};

const test = suite<Context>("exchange");

test.before.each(async (context) => {
  context.asked = [];
  context.answer = (_, response) => void response.end();
  context.server = createServer((request, response) => {
    context.asked.push(request.url ?? "");
    request.resume().on("end", () => context.answer(request, response));
  });
  await new Promise<void>((done) => context.server.listen(0, "127.0.0.1", done));
  // One connection, so that a second call has to wait for the first.
  context.pool = new Agent({ connections: 1, pipelining: 1 });
  const origin = `http://127.0.0.1:${(context.server.address() as AddressInfo).port}`;
  context.send = (path) => ({ origin, path, method: "POST", headers: {}, body: "{}" });
});
test.after.each(async ({ server, pool }) => {
  await pool.destroy();
  server.closeAllConnections();
  server.close();
});

const messageOf = (answer: Promise<unknown>) =>
  answer.then(
    () => "answered",
    (error: Error) => error.message,
  );

test("gives an answer whole, whatever the pieces in which it came", async (context) => {
  context.answer = (_, response) => {
    response.writeHead(409, { "retry-after": "3" });
    const [first, second] = [Buffer.from("gl"), Buffer.from("öcke")];
    response.write(Buffer.concat([first, second.subarray(0, 1)]));
    setImmediate(() => response.end(second.subarray(1)));
  };
  const { statusCode, headers, text } = await exchange(context.pool, context.send("/a")).answer;
  assert.equal([statusCode, headers["retry-after"], text], [409, "3", "glöcke"]);
});

test("gives the empty text of an answer without a body", async (context) => {
  context.answer = (_, response) => void response.writeHead(204).end();
  const { statusCode, text } = await exchange(context.pool, context.send("/a")).answer;
  assert.equal([statusCode, text], [204, ""]);
});

test("rejects a call whose connection breaks under it", async (context) => {
  context.answer = ({ socket }) => void socket.destroy();
  assert.match(await messageOf(exchange(context.pool, context.send("/a")).answer), /closed|reset/);
});

test("cuts a call that is under way", async (context) => {
  const begun = Promise.withResolvers<void>();
  context.answer = () => begun.resolve();
  const { answer, cut } = exchange(context.pool, context.send("/a"));
  await begun.promise;
  cut(new Error("the time is up"));
  assert.is(await messageOf(answer), "the time is up");
});

test("cuts at once a call that waits for a connection, and never sends it", async (context) => {
  const begun = Promise.withResolvers<() => void>();
  context.answer = (_, response) => begun.resolve(() => response.end());
  const first = exchange(context.pool, context.send("/first"));
  const second = exchange(context.pool, context.send("/second"));
  const end = await begun.promise;
  second.cut(new Error("the time is up"));
  assert.is(await messageOf(second.answer), "the time is up");
  context.answer = (_, response) => void response.end();
  end();
  await first.answer;
  await exchange(context.pool, context.send("/third")).answer;
  assert.equal(context.asked, ["/first", "/third"]);
});

test.run();
