import { connect } from "node:net";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { firePath } from "../../../lib/api/network.ts";
import { TOKEN, WebhookServer } from "../../support/a-webhook-server.ts";
import { rawHead, statusOf, talkRaw } from "../../support/raw-http.ts";

const test = suite<{ server: WebhookServer }>("a webhook's body");
const MEBIBYTE = 1_048_576;

test.before.each(async (context) => {
  context.server = await WebhookServer.start();
});
test.after.each(({ server }) => server.close());

/** An object of exactly so many bytes. */
const sized = (bytes: number) => `{"a":"${"x".repeat(bytes - 8)}"}`;
const nested = (levels: number) => `${'{"a":'.repeat(levels - 1)}{"b":1}${"}".repeat(levels - 1)}`;
const inLists = (levels: number) => `{"a":${"[".repeat(levels - 1)}1${"]".repeat(levels - 1)}}`;
const utf8 = (text: string) => Buffer.from(text, "utf8");

const taken: [name: string, body: string | Uint8Array | undefined][] = [
  ["none", undefined],
  ["an empty one", ""],
  ["white space", " \r\n\t "],
  ["an empty object", "{}"],
  ["an object after a byte order mark", Buffer.concat([Uint8Array.of(0xef, 0xbb, 0xbf), utf8("{}")])],
  ["64 levels of objects", nested(64)],
  ["64 levels of lists", inLists(64)],
  ["brackets in a string", JSON.stringify({ a: "[".repeat(1_000), b: '"]}\\"[[[' })],
  ["every kind of value", '{"a":null,"b":[true,1e400,-0,"\\ud800"],"a":2}'],
  ["names that mean something to JavaScript", '{"__proto__":{"x":1},"constructor":{"prototype":1}}'],
  ["exactly a mebibyte", sized(MEBIBYTE)],
];
for (const [name, body] of taken) {
  test(`may be ${name}`, async ({ server }) => {
    const { status } = await server.post(body === undefined ? {} : { body });
    assert.is(status, 202);
    assert.is(({} as Record<string, unknown>)["x"], undefined);
  });
}

const refused: [name: string, body: string | Uint8Array][] = [
  ["a list", "[]"],
  ["a text", '"{}"'],
  ["a number", "1"],
  ["null", "null"],
  ["no JSON", "topic=bells"],
  ["cut off", '{"a":'],
  ["more than one value", "{}{}"],
  ["a comment", "{} // no"],
  ["a NUL", "\0"],
  ["in UTF-16", Buffer.from("{}", "utf16le")],
  ["broken UTF-8", Uint8Array.of(0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d)],
  ["a lone surrogate in UTF-8", Uint8Array.of(0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d)],
  ["65 levels of objects", nested(65)],
  ["65 levels of lists", inLists(65)],
  ["a hundred thousand open brackets", "[".repeat(100_000)],
];
for (const [name, body] of refused) {
  test(`may not be ${name}, which 400 does not quote`, async ({ server }) => {
    const { status, body: problem, text } = await server.post({ body });
    assert.equal([status, problem.code], [400, "InvalidBody"]);
    assert.not.match(text, "bells");
    assert.is((await server.runs()).length, 0);
  });
}

test("is read as JSON whatever its Content-Type says", async ({ server }) => {
  const input = { topic: "{{ .trigger.body.topic }}" };
  await server.changeEvent({ targets: [{ team: "writers", input }] });
  const types = [
    undefined,
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "nonsense",
    "",
  ];
  for (const type of types) {
    const { status } = await server.post({ body: { topic: "bells" }, headers: { "content-type": type } });
    assert.is(status, 202, type);
  }
  for (const run of await server.runs()) assert.equal(run.spec.input, { topic: "bells" });
});

test("is refused with 413 one byte beyond a mebibyte, by its declared length", async ({ server }) => {
  const { status, headers, body } = await server.post({ body: sized(MEBIBYTE + 1) });
  assert.equal([status, body.code, headers.get("connection")], [413, "BodyTooLarge", "close"]);
  assert.is((await server.runs()).length, 0);
});

const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const head = (...headers: string[]) =>
  rawHead(`POST ${firePath("default", "alarm")} HTTP/1.1`, [`Authorization: Bearer ${TOKEN}`, ...headers]);

test("may be a mebibyte in chunks, and is refused with 413 one byte beyond", async ({ server }) => {
  const send = (text: string) => {
    const parts = Array.from({ length: Math.ceil(text.length / 60_000) }, (_, index) =>
      chunk(text.slice(index * 60_000, (index + 1) * 60_000)),
    );
    return talkRaw(server.port, [head("Transfer-Encoding: chunked"), ...parts, "0\r\n\r\n"]);
  };
  assert.is(statusOf(await send(sized(MEBIBYTE))), 202);
  assert.is(statusOf(await send(sized(MEBIBYTE + 1))), 413);
});

test("is refused before it is sent where its length is declared", async ({ server }) => {
  const answer = await talkRaw(server.port, [head(`Content-Length: ${MEBIBYTE + 1}`)]);
  assert.is(statusOf(answer), 413);
});

test("has a bound of its own by setting", async () => {
  const server = await WebhookServer.start({ maxBodyBytes: 10 });
  assert.is((await server.post({ body: sized(10) })).status, 202);
  assert.is((await server.post({ body: sized(11) })).status, 413);
  await server.close();
});

test("leaves nothing behind when it is cut off", async ({ server }) => {
  const socket = connect(server.port, "127.0.0.1", () => socket.write(`${head("Content-Length: 100")}{"a"`));
  await server.until(() => server.logger.lines.length > 0 || socket.bytesWritten > 0);
  socket.destroy();
  await new Promise((resolve) => socket.once("close", resolve));
  assert.is((await server.post()).status, 202);
  assert.is((await server.runs()).length, 1);
  assert.is(server.logger.lines.length, 1);
});

test.run();
