import { suite } from "uvu";
import * as assert from "uvu/assert";
import { nextRetryName, retryDraft } from "../../../../runtime/domain/run/retry-draft.ts";
import { aRun } from "../../../support/builders/a-run.ts";

const test = suite("retryDraft");

const retryOf = { run: "first" };
const names: readonly (readonly [name: string, isRetry: boolean, next: string | undefined])[] = [
  ["alarm-x", false, "alarm-x-r1"],
  ["alarm-x-r1", true, "alarm-x-r2"],
  ["alarm-x-r9", true, "alarm-x-r10"],
  ["alarm-x-r99", true, undefined],
  // A run that is no retry may be called as one.
  ["alarm-r7", false, "alarm-r7-r1"],
];
for (const [name, isRetry, next] of names) {
  test(`names what comes after the ${isRetry ? "retry" : "run"} ${name}: ${next ?? "nothing"}`, () => {
    assert.is(nextRetryName(aRun(name, isRetry ? { spec: { retryOf } } : {})), next);
  });
}

test("keeps owner, team and input, and no mark of the fire but its chain", () => {
  const owner = { apiVersion: "tocsin.dev/v1alpha1", kind: "AgentEvent", name: "alarm", uid: "e1" };
  const original = aRun("alarm-x", {
    metadata: { ownerReferences: [owner], labels: { "tocsin.dev/fire": "f", "tocsin.dev/event": "alarm" } },
    spec: { input: { topic: "bells" } },
    trigger: {
      type: "team-output",
      event: "alarm",
      eventUID: "e1",
      fireID: "f",
      index: 0,
      upstream: { team: "u", run: "u-1", uid: "u1" },
      siblings: [{ name: "alarm-x", team: "writers" }],
      bodyDigest: "d",
      turn: 3,
      chain: ["u"],
    },
  });
  const now = new Date("2026-01-02T00:00:00.000Z");
  const { metadata, spec } = retryDraft(original, { name: "alarm-x-r1", step: "write", now });
  assert.equal(metadata, {
    name: "alarm-x-r1",
    namespace: "default",
    labels: { "tocsin.dev/team": "writers", "tocsin.dev/event": "alarm" },
    ownerReferences: [owner],
  });
  assert.equal(spec, {
    team: "writers",
    input: { topic: "bells" },
    trigger: { type: "cli", firedAt: now.toISOString(), event: "alarm", eventUID: "e1", chain: ["u"] },
    retryOf: { run: "alarm-x", step: "write" },
  });
});

test("repeats all that failed where no step is named", () => {
  const { spec, metadata } = retryDraft(aRun("writers-x"), { name: "writers-x-r1", now: new Date(0) });
  assert.equal(spec.retryOf, { run: "writers-x" });
  assert.equal(metadata.labels, { "tocsin.dev/team": "writers" });
});

test.run();
