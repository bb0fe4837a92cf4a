import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type ObservedToken, planToken } from "../../../../runtime/domain/event/plan-token.ts";
import { anEvent, cronSource } from "../../../support/builders/an-event.ts";

const NOW = new Date("2026-01-01T00:00:00Z");
const LATER = new Date("2026-01-01T01:00:00Z");
const token = (state: ObservedToken["state"], previousExpiresAt?: Date): ObservedToken => ({
  secretName: "alarm-webhook-token",
  state,
  ...(previousExpiresAt === undefined ? {} : { previousExpiresAt }),
});

const test = suite("planToken");

const webhooks: [state: ObservedToken["state"], action: string | undefined][] = [
  ["missing", "create"],
  ["empty", "refill"],
  ["unlabelled", "label"],
  ["good", undefined],
];
for (const [state, action] of webhooks) {
  test(`answers ${action ?? "nothing"} to a webhook event's ${state} token`, () => {
    assert.equal(planToken(anEvent(), token(state), NOW), action === undefined ? {} : { action });
  });
}

test("leaves a stranger's Secret alone; its going is heard of", () => {
  assert.equal(planToken(anEvent(), token("foreign"), NOW), {});
});

test("drops the previous token once it has expired, and comes back for that", () => {
  assert.equal(planToken(anEvent(), token("good", LATER), NOW), { checkAt: LATER });
  assert.equal(planToken(anEvent(), token("good", NOW), NOW), { action: "drop-previous" });
});

test("has a rotation told of while the previous token is accepted", () => {
  const rotated = (expiresAt: Date) => ({ ...token("good", expiresAt), isRotationNew: true });
  assert.equal(planToken(anEvent(), rotated(LATER), NOW), { action: "record-rotation", checkAt: LATER });
  assert.equal(planToken(anEvent(), rotated(NOW), NOW), { action: "drop-previous" });
});

test("deletes an event's own token once the event is no webhook any more, and no other", () => {
  const event = anEvent({ spec: { source: cronSource() } });
  for (const state of ["good", "empty", "unlabelled"] as const) {
    assert.equal(planToken(event, token(state), NOW), { action: "delete" });
  }
  for (const state of ["missing", "foreign"] as const) assert.equal(planToken(event, token(state), NOW), {});
});

test.run();
