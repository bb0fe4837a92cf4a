import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { AgentRunResource } from "../../../../lib/api/agent-run.ts";
import { fireIDOf, runNameOf } from "../../../../runtime/domain/firing/fire-id.ts";
import { runDrafts, siblingDraft } from "../../../../runtime/domain/firing/run-drafts.ts";
import type { FireCause } from "../../../../runtime/domain/firing/trigger-context.ts";
import { aFire, stored } from "../../../support/builders/a-fire.ts";
import { anEvent } from "../../../support/builders/an-event.ts";

const event = anEvent();
const fireID = fireIDOf(event.metadata.uid, { kind: "idempotency", key: "k" });
const facts = {
  event,
  fireID,
  firedAt: new Date("2026-01-01T08:00:00.250Z"),
  cause: { type: "webhook", body: { secret: 1 } } as const,
  bodyDigest: "abc",
  isKeyed: true,
};
const targets = [
  { team: "writers", input: { topic: "news" } },
  { team: "painters", input: { colour: "red" } },
];

const drafts = suite("runDrafts");

drafts("writes down what started the run, and no body", () => {
  const [zero, one] = runDrafts(facts, targets);
  const common = {
    type: "webhook",
    event: "alarm",
    eventUID: "event-uid",
    fireID,
    firedAt: "2026-01-01T08:00:00.250Z",
    bodyDigest: "abc",
    keyed: true,
  };
  const names = [0, 1].map((index) => runNameOf({ name: "alarm", uid: "event-uid" }, { fireID }, index));
  const siblings = [
    { name: names[0], team: "writers" },
    { name: names[1], team: "painters", input: { colour: "red" } },
  ];
  assert.equal(zero?.spec, {
    team: "writers",
    input: { topic: "news" },
    trigger: { ...common, index: 0, siblings },
  });
  assert.equal(one?.spec, { team: "painters", input: { colour: "red" }, trigger: { ...common, index: 1 } });
  assert.not.match(JSON.stringify([zero, one]), /secret/);
});

drafts("labels each run and has it owned by its event", () => {
  const [, one] = runDrafts(facts, targets);
  assert.equal(one?.metadata.labels, {
    "tocsin.dev/event": "alarm",
    "tocsin.dev/fire": fireID,
    "tocsin.dev/team": "painters",
    "tocsin.dev/keyed": "true",
  });
  assert.equal(one?.metadata.ownerReferences, [
    {
      apiVersion: "tocsin.dev/v1alpha1",
      kind: "AgentEvent",
      name: "alarm",
      uid: "event-uid",
      controller: true,
    },
  ]);
});

drafts("takes its names from the turn under Forbid, and writes it down", () => {
  const named = (turn: number, id: string) => runDrafts({ ...facts, fireID: id, turn }, targets);
  const [zero] = named(4, fireID);
  assert.is(zero?.spec.trigger.turn, 4);
  assert.is(named(4, "another")[0]?.metadata.name, zero?.metadata.name, "one name a turn: that is the lock");
  assert.is.not(named(5, fireID)[0]?.metadata.name, zero?.metadata.name);
});

const causes: [name: string, cause: FireCause, trigger: object][] = [
  ["a slot", { type: "cron", slot: facts.firedAt }, { slot: "2026-01-01T08:00:00.250Z" }],
  [
    "an upstream run without its output",
    { type: "team-output", upstream: { team: "t", run: "r", uid: "u", output: "long", chain: ["s", "t"] } },
    { upstream: { team: "t", run: "r", uid: "u" }, chain: ["s", "t"] },
  ],
];
for (const [name, cause, trigger] of causes) {
  drafts(`writes down ${name}`, () => {
    const [zero] = runDrafts({ ...facts, cause }, targets);
    assert.equal({ ...zero?.spec.trigger, ...trigger }, zero?.spec.trigger);
    assert.not.match(JSON.stringify(zero), /long/);
  });
}

drafts("are runs that the schema takes", () => {
  for (const draft of runDrafts({ ...facts, turn: 3 }, targets)) {
    assert.ok(AgentRunResource.spec.safeParse(draft.spec).success);
  }
});

drafts.run();

const sibling = suite("siblingDraft");

sibling("makes every sibling again exactly as it was, from run 0 as stored", () => {
  const target = fc.record({
    team: fc.constantFrom("a", "b"),
    input: fc.dictionary(fc.constantFrom("x", "y", "z"), fc.string()),
  });
  fc.assert(
    fc.property(fc.array(target, { minLength: 1, maxLength: 20 }), fc.option(fc.nat()), (all, turn) => {
      const original = runDrafts({ ...facts, turn: turn ?? undefined }, all);
      const [first] = original;
      if (first === undefined) throw new Error("there is a run 0");
      const zero = stored(first, facts.firedAt);
      for (const [index, draft] of original.entries()) {
        if (index > 0) assert.equal(siblingDraft(zero, index), draft);
      }
    }),
  );
});

sibling("makes neither run 0 nor what the record does not name", () => {
  const [zero, one] = aFire({ targets });
  if (zero === undefined || one === undefined) throw new Error("a fire of two targets has two runs");
  assert.is(siblingDraft(zero, 0), undefined);
  assert.is(siblingDraft(zero, 2), undefined);
  assert.is(siblingDraft(one, 1), undefined, "only run 0 carries the record");
});

sibling.run();
