import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { TokenBucket } from "../../../../runtime/domain/rate/token-bucket.ts";

const rate = { perSecond: 2, burst: 3 };

const test = suite("TokenBucket");

test("gives its burst at once and no more", () => {
  const bucket = new TokenBucket(rate, 0);
  assert.equal(
    [1, 2, 3, 4].map(() => bucket.take(0)),
    [true, true, true, false],
  );
});

test("refills at its rate, up to its burst", () => {
  const bucket = new TokenBucket(rate, 0);
  for (let taken = 0; taken < 3; taken++) bucket.take(0);
  assert.not.ok(bucket.take(499));
  assert.ok(bucket.take(500));
  assert.equal(
    [1, 2, 3, 4].map(() => bucket.take(3_600_000)),
    [true, true, true, false],
  );
});

test("says how long there is to wait, and is right", () => {
  const bucket = new TokenBucket(rate, 0);
  assert.is(bucket.waitMs(0), 0);
  for (let taken = 0; taken < 3; taken++) bucket.take(0);
  assert.is(bucket.waitMs(0), 500);
  assert.is(bucket.waitMs(200), 300);
  assert.ok(bucket.take(500));
});

test("is full where all that was taken has come back", () => {
  const bucket = new TokenBucket(rate, 0);
  assert.ok(bucket.isFull(0));
  bucket.take(0);
  assert.not.ok(bucket.isFull(499));
  assert.ok(bucket.isFull(500));
});

test("loses and gains nothing by a clock that goes back", () => {
  const bucket = new TokenBucket(rate, 1_000);
  for (let taken = 0; taken < 3; taken++) bucket.take(1_000);
  assert.not.ok(bucket.take(0));
  assert.not.ok(bucket.take(1_000));
  assert.ok(bucket.take(1_500));
});

test("never gives more than its burst and what time has brought", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(700), { maxLength: 60 }), (pauses) => {
      const bucket = new TokenBucket(rate, 0);
      let nowMs = 0;
      let taken = 0;
      for (const pause of pauses) {
        nowMs += pause;
        if (bucket.take(nowMs)) taken += 1;
      }
      assert.ok(taken <= rate.burst + (nowMs / 1_000) * rate.perSecond + 1e-6);
    }),
  );
});

test.run();
