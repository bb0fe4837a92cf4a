import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { AgentEventSpec, AgentEventStatus } from "../../../../lib/api/agent-event.ts";
import { isNew, startsAfresh, turnOf, wasPaused } from "../../../../runtime/domain/event/event-history.ts";
import { anEvent, cronSource, upstreamSource } from "../../../support/builders/an-event.ts";

function ready(reason: string, ledger: AgentEventStatus["ledger"] = {}): AgentEventStatus {
  const status = reason === "Active" ? "True" : "False";
  const times = { lastTransitionTime: "2026-01-01T00:00:00Z" };
  return {
    observedGeneration: 1,
    ledger,
    conditions: [{ type: "Ready", status, reason, message: "", ...times }],
  };
}

const cron = { source: cronSource("0 * * * *") };
const output = { source: upstreamSource("Failed", "readers") };
const sameCron = { schedule: "0 * * * *" };
const sameOutput = { upstream: "readers/Failed" };

const afresh = suite("startsAfresh");

type Case = [
  name: string,
  spec: Partial<AgentEventSpec>,
  status: AgentEventStatus | undefined,
  isPaused: boolean,
  is: boolean,
];
const cases: Case[] = [
  ["a new event, which counts from its creation", cron, undefined, false, false],
  ["a schedule that goes on", cron, ready("Active", sameCron), false, false],
  ["a schedule that was changed", cron, ready("Active", { schedule: "1 * * * *" }), false, true],
  ["what became a schedule", cron, ready("Active", sameOutput), false, true],
  ["a schedule that is resumed", cron, ready("Suspended", sameCron), false, true],
  ["a schedule that became valid", cron, ready("TargetTeamNotFound", sameCron), false, true],
  ["a schedule that stays suspended", cron, ready("Suspended", sameCron), true, false],
  ["a schedule that is suspended", cron, ready("Active", sameCron), true, false],
  ["an upstream that goes on", output, ready("Active", sameOutput), false, false],
  ["another upstream", output, ready("Active", { upstream: "others/Failed" }), false, true],
  ["another phase of it", output, ready("Active", { upstream: "readers/*" }), false, true],
  ["an upstream that is resumed", output, ready("Suspended", sameOutput), false, true],
  ["a webhook event, which has no cursor", {}, ready("Suspended", sameCron), false, false],
];
for (const [name, spec, status, isPaused, is] of cases) {
  const event = anEvent({ spec, ...(status === undefined ? {} : { status }) });
  afresh(`${is ? "is so" : "is not so"} for ${name}`, () => assert.is(startsAfresh(event, isPaused), is));
}

afresh.run();

const turns = suite("turnOf");

turns("tells of a suspension once, and of its end once", () => {
  const at = (suspended: boolean, reason?: string) =>
    turnOf(anEvent({ spec: { suspended }, ...(reason === undefined ? {} : { status: ready(reason) }) }));
  assert.is(at(true, "Active"), "suspended");
  assert.is(at(true, "Suspended"), undefined);
  assert.is(at(false, "Suspended"), "resumed");
  assert.is(at(false, "Active"), undefined);
  assert.is(at(false, "InvalidTemplate"), undefined);
  assert.is(at(true), "suspended");
  assert.is(at(false), undefined);
});

turns.run();

const pasts = suite("wasPaused");

pasts("is so for whatever was not ready, and not for what was not looked at", () => {
  assert.ok(wasPaused(anEvent({ status: ready("Suspended") })));
  assert.ok(wasPaused(anEvent({ status: ready("InvalidTemplate") })));
  assert.not.ok(wasPaused(anEvent({ status: ready("Active") })));
  assert.not.ok(wasPaused(anEvent()));
});

pasts.run();

const fresh = suite("isNew");

fresh("is so until a generation has been observed", () => {
  assert.ok(isNew(anEvent()));
  assert.ok(isNew(anEvent({ status: { firedCount: 1 } })));
  assert.not.ok(isNew(anEvent({ status: { observedGeneration: 1 } })));
});

fresh.run();
