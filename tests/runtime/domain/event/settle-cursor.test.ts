import { suite } from "uvu";
import * as assert from "uvu/assert";
import { settleCursor } from "../../../../runtime/domain/event/settle-cursor.ts";

const status = {
  firedCount: 3,
  ledger: { since: "2026-01-01T08:00:00.000Z", handled: [{ uid: "a" }], turn: 2 },
};

const test = suite("settleCursor");

test("moves since to the slot and counts nothing", () => {
  const slot = new Date("2026-01-01T09:00:00Z");
  const expected = { ...status, ledger: { ...status.ledger, since: "2026-01-01T09:00:00.000Z" } };
  assert.equal(settleCursor(status, { slot }), expected);
});

test("never moves since back", () => {
  assert.equal(settleCursor(status, { slot: new Date("2026-01-01T07:00:00Z") }), status);
});

test("adds upstream runs to those handled, each once", () => {
  const settled = settleCursor(status, { upstreamUIDs: ["b", "a", "b"] });
  assert.equal(settled.ledger?.handled, [{ uid: "a" }, { uid: "b" }]);
  assert.equal(settleCursor(settled, { upstreamUIDs: ["b"] }), settled);
});

test("leaves a status alone where nothing was settled", () => {
  assert.equal(settleCursor(status, {}), status);
});

test.run();
