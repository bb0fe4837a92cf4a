import { suite } from "uvu";
import * as assert from "uvu/assert";
import { backoffMs, MAX_BACKOFF_MS } from "../../../runtime/controller/backoff.ts";

const test = suite("backoffMs");

test("waits twice as long after each failure, up to its longest", () => {
  const waits = [1, 2, 3, 4, 8, 9, 50, 5_000].map((failures) => backoffMs(failures, 0));
  assert.equal(waits, [200, 400, 800, 1_600, 25_600, MAX_BACKOFF_MS, MAX_BACKOFF_MS, MAX_BACKOFF_MS]);
});

test("takes a random part of up to a half off", () => {
  assert.is(backoffMs(1, 0.5), 150);
  assert.ok(backoffMs(1, 0.999_999) >= 100);
});

test.run();
