import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { AgentEventStatus } from "../../../lib/api/agent-event.ts";
import { keyOf } from "../../../lib/api/object.ts";
import { DropPace } from "../../../runtime/reconcilers/drop-pace.ts";
import { anEvent } from "../../support/builders/an-event.ts";

const test = suite("DropPace");
const counted = (starting: readonly string[], more: AgentEventStatus = {}): AgentEventStatus => ({
  firedCount: 2,
  ...more,
  ...(starting.length === 0 ? {} : { ledger: { starting: [...starting] } }),
});
const before = anEvent({ status: counted(["a", "b"]) });

/** A pace that has seen `before` being written at 5,000 ms. */
function aPace(): DropPace {
  const pace = new DropPace();
  pace.wrote(before, 5_000);
  return pace;
}

const held: readonly [string, AgentEventStatus][] = [
  ["drops one fire", counted(["b"])],
  ["drops all fires, and the ledger with them", counted([])],
];
for (const [what, status] of held) {
  test(`holds back, up to a second, a status that ${what}`, () => {
    const pace = aPace();
    assert.is(pace.waitMs(before, status, 5_000), 1_000);
    assert.is(pace.waitMs(before, status, 5_999), 1);
    assert.is(pace.waitMs(before, status, 6_000), 0);
    assert.is(pace.waitMs(before, status, 9_000), 0);
  });
}

const due: readonly [string, AgentEventStatus][] = [
  ["changes nothing", counted(["a", "b"])],
  ["lets a fire start", counted(["b", "c"])],
  ["lets a fire start and drops two", counted(["c"])],
  ["counts a fire", counted(["b"], { firedCount: 3 })],
  ["moves the turn", { ...counted([]), ledger: { starting: ["b"], turn: 1 } }],
];
for (const [what, status] of due) {
  test(`does not hold back a status that ${what}`, () => {
    assert.is(aPace().waitMs(before, status, 5_000), 0);
  });
}

test("holds back nothing of an event whose last write nobody here has seen", () => {
  assert.is(new DropPace().waitMs(before, counted([]), 5_000), 0);
});

test("forgets an event in whose status nothing starts any more, or that is gone", () => {
  const [dropped, gone] = [aPace(), aPace()];
  dropped.wrote(anEvent({ status: counted([]) }), 5_500);
  gone.forget(keyOf(before));
  for (const pace of [dropped, gone]) assert.is(pace.waitMs(before, counted([]), 5_500), 0);
});

test.run();
