import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { truncate } from "../../../../runtime/domain/template/truncate.ts";

const test = suite("truncate");

test("keeps the first or last characters, and never half of one", () => {
  const units = fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd7f0, max: 0xe00f }));
  const text = fc.array(units, { maxLength: 20 }).map((codes) => String.fromCharCode(...codes));
  fc.assert(
    fc.property(text, fc.integer({ min: -25, max: 25 }), (value, count) => {
      const characters = [...value];
      const kept = count >= 0 ? characters.slice(0, count) : characters.slice(count);
      assert.is(truncate(value, count), kept.join(""));
    }),
  );
});

test("keeps a bell whole", () => {
  assert.is(truncate("a\u{1F514}b", 2), "a\u{1F514}");
  assert.is(truncate("a\u{1F514}b", -2), "\u{1F514}b");
});

test.run();
