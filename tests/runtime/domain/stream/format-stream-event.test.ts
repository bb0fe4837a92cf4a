import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  formatStreamEvent,
  STREAM_HEARTBEAT,
} from "../../../../runtime/domain/stream/format-stream-event.ts";

const test = suite("formatStreamEvent");

test("writes an id, a name and one line of JSON", () => {
  const frame = formatStreamEvent(7, { name: "token", data: { text: "a\nb" } });
  assert.is(frame, 'id: 7\nevent: token\ndata: {"text":"a\\nb"}\n\n');
});

test("lets no value begin a line of its own, whatever it holds", () => {
  const text = fc.string({
    unit: fc.constantFrom("\n", "\r", "\u2028", "\0", "\ud800", ":", "data: ", "é", "a"),
  });
  fc.assert(
    fc.property(text, (value) => {
      const frame = formatStreamEvent(1, { name: "token", data: { text: value } });
      const lines = frame.split(/\r\n|\r|\n/);
      assert.is(lines.length, 5);
      assert.is(JSON.parse(lines[2]?.slice("data: ".length) ?? "").text, value);
    }),
  );
});

test("says that it is alive by a comment, which no reader takes for an event", () => {
  assert.match(STREAM_HEARTBEAT, /^:[^\n]*\n\n$/);
});

test.run();
