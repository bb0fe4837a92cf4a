import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Change } from "../../../../runtime/adapters/sqlite/change.ts";
import { ChangeLog } from "../../../../runtime/adapters/sqlite/change-log.ts";

const test = suite("ChangeLog");
const change = (version: number, body = "{}"): Change => ({
  version,
  type: "ADDED",
  kind: "notes",
  namespace: "",
  name: `n${version}`,
  body,
});
const fill = (log: ChangeLog, count: number, body?: string) => {
  for (let i = 0; i < count; i++) log.append([change(log.version + 1, body)]);
};

test("covers what is to come and nothing of what was before it", () => {
  const log = new ChangeLog(7);
  assert.is(log.covers(7), true);
  assert.is(log.covers(6), false);
  assert.is(log.covers(8), false);
  assert.is(log.after(7), undefined);
});

test("finds the change after a version", () => {
  const log = new ChangeLog(7);
  log.append([change(8), change(9)]);
  assert.is(log.version, 9);
  assert.is(log.after(7)?.version, 8);
  assert.is(log.after(8)?.version, 9);
  assert.is(log.after(9), undefined);
});

test("forgets the oldest beyond its bound, however long it runs", () => {
  const log = new ChangeLog(0, { maxChanges: 10, maxChars: 1_000_000 });
  for (let round = 1; round <= 100; round++) {
    fill(log, 7);
    const oldest = Math.max(0, log.version - 10);
    assert.is(log.covers(oldest), true);
    assert.is(log.covers(oldest - 1), false);
    for (let version = oldest; version < log.version; version++) {
      assert.is(log.after(version)?.version, version + 1);
    }
  }
});

test("forgets by size too, and counts a body that did not change once", () => {
  const log = new ChangeLog(0, { maxChanges: 1_000, maxChars: 100 });
  fill(log, 10, "x".repeat(20));
  assert.is(log.covers(5), true);
  assert.is(log.covers(4), false);
  const body = "y".repeat(50);
  log.append([{ ...change(11, body), before: { version: 3, body } }]);
  log.append([{ ...change(12, body), before: { version: 4, body } }]);
  assert.is(log.covers(10), true);
  assert.is(log.covers(9), false);
});

test("wakes those who wait at a change, a beat, the end of their signal and its own end", async () => {
  const log = new ChangeLog(0);
  const never = new AbortController().signal;
  const changed = log.next(never);
  fill(log, 1);
  await changed;
  const beaten = log.next(never);
  log.beat();
  await beaten;
  const end = new AbortController();
  const aborted = log.next(end.signal);
  assert.is(log.waiting, 1);
  end.abort();
  await aborted;
  const closed = log.next(never);
  log.close();
  await closed;
  assert.is(log.waiting, 0);
  await log.next(never);
});

test.run();
