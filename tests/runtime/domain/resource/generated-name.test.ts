import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { generatedName } from "../../../../runtime/domain/resource/generated-name.ts";
import { isDnsLabel } from "../../../../runtime/domain/resource/qualified-name.ts";

const test = suite("generatedName");

test("adds five characters of its choice", () => {
  assert.is(
    generatedName("bell-", () => 0),
    "bell-bbbbb",
  );
  assert.is(
    generatedName("bell-", () => 0.999_999),
    "bell-99999",
  );
});

test("makes names that can be labels, however long the base", () => {
  const base = fc.stringMatching(/^[a-z][a-z0-9-]{0,80}$/);
  const fraction = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(base, fraction, (given, chance) => assert.ok(isDnsLabel(generatedName(given, () => chance)))),
  );
});

test.run();
