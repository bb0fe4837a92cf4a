import { suite } from "uvu";
import * as assert from "uvu/assert";
import { MAX_HANDLED } from "../../../../lib/api/ledger.ts";
import { boundHandled } from "../../../../runtime/domain/event/bound-handled.ts";

const goneAt = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
const present = (count: number) => Array.from({ length: count }, (_, index) => ({ uid: `present ${index}` }));

const test = suite("boundHandled");

test("leaves what there is room for as it is", () => {
  const entries = [{ uid: "a", goneAt: goneAt(1) }, ...present(MAX_HANDLED - 1)];
  assert.is(boundHandled(entries), entries);
});

test("drops what is gone longest before anything that exists", () => {
  const gone = [3, 1, 2].map((minute) => ({ uid: `gone ${minute}`, goneAt: goneAt(minute) }));
  const kept = boundHandled([...present(MAX_HANDLED - 1), ...gone]);
  assert.is(kept.length, MAX_HANDLED);
  assert.equal(
    kept.filter((entry) => "goneAt" in entry).map(({ uid }) => uid),
    ["gone 3"],
  );
});

test("drops the oldest where even what exists is too much", () => {
  const kept = boundHandled(present(MAX_HANDLED + 2));
  assert.is(kept.length, MAX_HANDLED);
  assert.is(kept[0]?.uid, "present 2");
});

test.run();
