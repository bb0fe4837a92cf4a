import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  type SseEvent,
  SseParser,
  SseTooLargeError,
} from "../../../../runtime/adapters/agents/sse-parser.ts";

const test = suite("SseParser");
const encode = (text: string) => new TextEncoder().encode(text);

/** Parses a text that arrives cut at these places. */
function parse(text: string, cuts: readonly number[] = []): SseEvent[] {
  const parser = new SseParser(10_000);
  const bytes = encode(text);
  const places = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  let from = 0;
  return places.flatMap((to) => {
    const piece = bytes.subarray(from, to);
    from = to;
    return parser.push(piece);
  });
}

const cases = [
  { name: "an event", text: "event: token\ndata: {}\n\n", events: [{ name: "token", data: "{}" }] },
  { name: "an event without a name", text: "data: a\n\n", events: [{ name: "message", data: "a" }] },
  {
    name: "several lines of data",
    text: "data: a\ndata:b\ndata:  c\n\n",
    events: [{ name: "message", data: "a\nb\n c" }],
  },
  { name: "no event from comments", text: ":\n\n: alive\n\n", events: [] },
  { name: "no event without data", text: "event: token\n\n", events: [] },
  { name: "no event that is not finished", text: "data: a\n", events: [] },
  {
    name: "other fields as nothing",
    text: "id: 1\nretry: 2\nfoo\ndata: a\n\n",
    events: [{ name: "message", data: "a" }],
  },
  {
    name: "a byte order mark as nothing",
    text: "\uFEFFdata: a\n\n",
    events: [{ name: "message", data: "a" }],
  },
];

for (const { name, text, events } of cases) {
  for (const end of ["\n", "\r\n", "\r"]) {
    test(`reads ${name} with lines that end in ${JSON.stringify(end)}`, () => {
      // A lone CR at the very end could be half of a CRLF; it still ends the line.
      assert.equal(parse(text.replaceAll("\n", end)), events);
    });
  }
}

test("reads the same however the stream is cut", () => {
  const text = 'event: token\r\ndata: {"text":"é🔔"}\r\n\r\n:\n\nevent: a\rdata: x\rdata: ü\r\rdata: 🔔\n\n';
  const whole = parse(text);
  assert.is(whole.length, 3);
  fc.assert(
    fc.property(fc.array(fc.nat(200), { maxLength: 60 }), (cuts) => {
      assert.equal(parse(text, cuts), whole);
    }),
  );
});

const endless = [
  { name: "a line", piece: "data: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" },
  { name: "an event", piece: "data: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n" },
];

for (const { name, piece } of endless) {
  test(`holds a bounded part of ${name} without an end`, () => {
    const parser = new SseParser(1_000);
    assert.throws(
      () => {
        for (let i = 0; i < 100; i++) parser.push(encode(piece));
      },
      (error: Error) => error instanceof SseTooLargeError,
    );
  });
}

test("bounds one event and not the stream", () => {
  const parser = new SseParser(100);
  for (let i = 0; i < 1_000; i++) assert.is(parser.push(encode("data: aaaaaaaaaa\n\n")).length, 1);
});

test.run();
