import { suite } from "uvu";
import * as assert from "uvu/assert";
import { BucketSet } from "../../../../runtime/domain/rate/bucket-set.ts";

const test = suite("BucketSet");

test("holds each key back by itself", () => {
  const set = new BucketSet({ perSecond: 1, burst: 1 }, 10);
  assert.ok(set.take("a", 0));
  assert.not.ok(set.take("a", 0));
  assert.ok(set.take("b", 0));
  assert.is(set.waitMs("a", 0), 1_000);
  assert.is(set.waitMs("unknown", 0), 0);
});

test("lets everything pass at a rate of 0", () => {
  const set = new BucketSet({ perSecond: 0, burst: 0 }, 10);
  for (let call = 0; call < 100; call++) assert.ok(set.take("a", 0));
});

test("forgets full buckets before those in use", () => {
  const set = new BucketSet({ perSecond: 1, burst: 1 }, 2);
  set.take("idle", 0);
  set.take("busy", 1_500);
  set.take("new", 1_500);
  assert.not.ok(set.take("busy", 1_500), "the bucket in use was kept");
});

test("forgets the oldest buckets where all are in use, and the new one works", () => {
  const set = new BucketSet({ perSecond: 1, burst: 1 }, 8);
  for (let key = 0; key < 9; key++) set.take(`key ${key}`, 0);
  assert.not.ok(set.take("key 8", 0));
  assert.not.ok(set.take("key 7", 0));
  assert.ok(set.take("key 0", 0), "a forgotten key begins afresh");
});

test("works for a flood of keys without looking at all of them each time", () => {
  const keys = 200_000;
  const startedAt = performance.now();
  const set = new BucketSet({ perSecond: 1, burst: 20 }, 10_000);
  for (let key = 0; key < keys; key++) set.take(`address ${key}`, 0);
  // Looking at all 10,000 for each key takes a minute and more.
  assert.ok(performance.now() - startedAt < 10_000);
});

test.run();
