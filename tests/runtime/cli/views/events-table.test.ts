import { suite } from "uvu";
import * as assert from "uvu/assert";
import { eventsTable, sourceOf } from "../../../../runtime/cli/views/events-table.ts";
import { anEvent, cronSource, upstreamSource } from "../../../support/builders/an-event.ts";

const now = new Date("2026-01-01T00:05:00Z");
const ready = (status: "True" | "False", reason: string, message: string) => [
  {
    type: "Ready",
    status,
    reason,
    message,
    lastTransitionTime: "2026-01-01T00:00:00Z",
    observedGeneration: 1,
  },
];

const table = suite("eventsTable");

table("shows what fires, when, and how often", () => {
  const daily = anEvent({
    metadata: { name: "daily" },
    spec: { source: cronSource("0 8 * * *") },
    status: {
      firedCount: 7,
      lastFiredAt: "2026-01-01T00:00:00Z",
      nextFireAt: "2026-01-01T08:00:00Z",
      conditions: ready("True", "Active", ""),
    },
  });
  assert.equal(eventsTable([daily], { now }), [
    "NAME    SOURCE           READY   FIRED   LAST     NEXT",
    "daily   cron 0 8 * * *   True    7       5m ago   in 7h55m",
  ]);
});

table("says why an event is not ready", () => {
  const conditions = ready("False", "InvalidSchedule", "spec.source.cron: five fields");
  const [heading = "", row = ""] = eventsTable([anEvent({ status: { conditions } })], { now });
  assert.match(heading, /WHY NOT READY$/);
  assert.match(row, /False +0 +- +- +InvalidSchedule: spec.source.cron: five fields$/);
});

table("knows nothing of an event, or of a change, that the operator has not seen", () => {
  const stale = anEvent({
    metadata: { generation: 2 },
    status: { conditions: ready("True", "Active", "") },
  });
  assert.match(eventsTable([anEvent()], { now })[1] ?? "", /Unknown.*has not looked at it yet$/);
  assert.match(eventsTable([stale], { now })[1] ?? "", /Unknown.*has not looked at the change yet$/);
});

table.run();

const source = suite("sourceOf");
const SOURCES = [
  ["webhook", { type: "webhook" }],
  ["cron 0 * * * *", cronSource()],
  ["team-output writers (Failed)", upstreamSource("Failed")],
  ["team-output writers (any end)", upstreamSource("*")],
] as const;
for (const [text, each] of SOURCES) source(`writes ${text}`, () => assert.is(sourceOf(each), text));
source.run();
