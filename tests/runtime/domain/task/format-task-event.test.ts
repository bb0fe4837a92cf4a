import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { formatTaskEvent, HEARTBEAT_FRAME } from "../../../../runtime/domain/task/format-task-event.ts";

const test = suite("formatTaskEvent");

test("writes one frame with the event's type and facts", () => {
  assert.is(formatTaskEvent({ type: "token", text: "hi" }), 'event: token\ndata: {"text":"hi"}\n\n');
  const failure = { type: "failure", reason: "Model", message: "no", isRetryable: true } as const;
  assert.is(
    formatTaskEvent(failure),
    'event: failure\ndata: {"reason":"Model","message":"no","isRetryable":true}\n\n',
  );
});

test("is one frame of two lines whatever the text holds", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const lines = formatTaskEvent({ type: "token", text }).split(/\r\n|\r|\n/);
      assert.equal([lines.length, lines[0], lines[2], lines[3]], [4, "event: token", "", ""]);
      assert.equal(JSON.parse((lines[1] ?? "").replace(/^data: /, "")), { text });
    }),
  );
});

test("keeps a stream alive with a comment that is no event", () => {
  assert.match(HEARTBEAT_FRAME, /^:.*\n\n$/);
});

test.run();
