import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { checkRate } from "../../../../runtime/domain/agent/check-rate.ts";
import { TokenBucket } from "../../../../runtime/domain/rate/token-bucket.ts";

const test = suite("checkRate");

/** How many tokens a bucket for 60 s gives when it is asked at these instants. */
function taken(instantsMs: readonly number[]): number {
  const bucket = new TokenBucket(checkRate(60), 0);
  return instantsMs.filter((nowMs) => bucket.take(nowMs)).length;
}

const cases = [
  { name: "a burst of ten at once", instants: Array.from({ length: 20 }, () => 0), count: 10 },
  {
    name: "one more after half an interval",
    instants: [...Array.from({ length: 20 }, () => 0), 30_000],
    count: 11,
  },
  { name: "none just before that", instants: [...Array.from({ length: 20 }, () => 0), 29_999], count: 10 },
  { name: "no more than ten after a long rest", instants: Array.from({ length: 20 }, () => 1e9), count: 10 },
];

for (const { name, instants, count } of cases) {
  test(`gives ${name}`, () => assert.is(taken(instants), count));
}

test("never gives more than the burst and the refill together, however it is asked", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(10_000), { maxLength: 300 }), (steps) => {
      let nowMs = 0;
      const instants = steps.map((step) => {
        nowMs += step;
        return nowMs;
      });
      assert.ok(taken(instants) <= 10 + (nowMs * 2) / 60_000);
    }),
  );
});

test.run();
