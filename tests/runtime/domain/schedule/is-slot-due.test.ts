import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isSlotDue } from "../../../../runtime/domain/schedule/is-slot-due.ts";
import { anEvent } from "../../../support/builders/an-event.ts";

const test = suite("isSlotDue");
const now = new Date("2026-01-01T00:00:00Z");

const cases = [
  ["is due at its very time", "2026-01-01T00:00:00.000Z", true],
  ["is due afterwards", "2025-12-31T23:59:00.000Z", true],
  ["is not due before", "2026-01-01T00:00:00.001Z", false],
  ["is never due without a next fire", undefined, false],
] as const;

for (const [name, nextFireAt, expected] of cases) {
  test(name, () => {
    const status = { conditions: [], ...(nextFireAt !== undefined && { nextFireAt }) };
    assert.is(isSlotDue(anEvent({ status }), now), expected);
  });
}

test("is never due before the event has been looked at", () => {
  assert.is(isSlotDue(anEvent(), now), false);
});

test.run();
