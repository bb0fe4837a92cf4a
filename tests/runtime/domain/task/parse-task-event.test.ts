import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { formatTaskEvent } from "../../../../runtime/domain/task/format-task-event.ts";
import { parseTaskEvent } from "../../../../runtime/domain/task/parse-task-event.ts";
import type { TaskEvent } from "../../../../runtime/domain/task/task-event.ts";

const test = suite("parseTaskEvent");

/** Objects as JSON.parse makes them. */
const plain = { noNullPrototype: true };
const anyText = fc.string({ unit: "binary" });
const anyEvent: fc.Arbitrary<TaskEvent> = fc.oneof(
  fc.record({ type: fc.constant("token" as const), text: anyText }, plain),
  fc.record(
    {
      type: fc.constant("result" as const),
      output: anyText,
      tokens: fc.record({ prompt: fc.nat(), completion: fc.nat() }, plain),
    },
    { requiredKeys: ["type", "output"], ...plain },
  ),
  fc.record(
    {
      type: fc.constant("failure" as const),
      reason: anyText,
      message: anyText,
      isRetryable: fc.boolean(),
    },
    plain,
  ),
);

test("reads back what formatTaskEvent wrote, in two lines whatever the text holds", () => {
  fc.assert(
    fc.property(anyEvent, (event) => {
      const frame = formatTaskEvent(event);
      const match = /^event: (\w+)\ndata: ([^\r\n]*)\n\n$/.exec(frame);
      assert.ok(match);
      assert.equal(parseTaskEvent(match[1] ?? "", match[2] ?? ""), event);
    }),
  );
});

const foreign = [
  ["token", "not JSON"],
  ["token", "null"],
  ["token", "[]"],
  ["token", "{}"],
  ["token", '{"text":1}'],
  ["result", "{}"],
  ["result", '{"output":null}'],
  ["failure", '{"reason":"a","message":"b"}'],
  ["message", '{"text":"a"}'],
  ["__proto__", "{}"],
  ["", ""],
] as const;

for (const [name, data] of foreign) {
  test(`knows no event in ${JSON.stringify(name)} with ${JSON.stringify(data)}`, () => {
    assert.is(parseTaskEvent(name, data), undefined);
  });
}

test("leaves out a count of tokens that is none", () => {
  assert.equal(parseTaskEvent("result", '{"output":"a","tokens":{"prompt":-1,"completion":"x"}}'), {
    type: "result",
    output: "a",
  });
});

test.run();
