import { suite } from "uvu";
import * as assert from "uvu/assert";
import { inColour } from "../../../../runtime/cli/views/paint.ts";
import { newestFirst, runsTable, triggerOf } from "../../../../runtime/cli/views/runs-table.ts";
import { aRun } from "../../../support/builders/a-run.ts";

const now = new Date("2026-01-01T00:05:00Z");
const steps = [
  { name: "a", phase: "Succeeded" as const },
  { name: "b", phase: "Running" as const },
];

const table = suite("runsTable");

table("shows where runs are, what started them and how long they take", () => {
  const running = aRun("fresh", {
    trigger: { type: "webhook", event: "alarm" },
    status: { phase: "Running", startedAt: "2026-01-01T00:04:58.500Z", steps },
  });
  assert.equal(runsTable([running, aRun("new")], { now }), [
    "NAME    TEAM      PHASE     TRIGGER         STEPS   TOOK   AGE",
    "fresh   writers   Running   webhook alarm   1/2     1.5s   5m",
    "new     writers   Pending   cli             -       -      5m",
  ]);
});

table("has colours where it may", () => {
  const [, row = ""] = runsTable([aRun("r", { status: { phase: "Failed" } })], { now, paint: inColour });
  assert.match(row, "\x1b[31mFailed\x1b[39m");
});

table("keeps a usual run within 80 columns", () => {
  const run = aRun("research-abcdefghij", {
    spec: { team: "research" },
    trigger: { type: "webhook", event: "research" },
    status: {
      phase: "Succeeded",
      startedAt: "2026-01-01T00:00:00Z",
      completedAt: "2026-01-01T00:03:00Z",
      steps,
    },
  });
  for (const line of runsTable([run], { now, width: 80 })) assert.not.match(line, "…");
});

table.run();

const order = suite("newestFirst");
order("puts the run that began last first, and one that has not begun by its creation", () => {
  const begun = (name: string, startedAt: string) => aRun(name, { status: { phase: "Running", startedAt } });
  const runs = [begun("b", "2026-01-01T00:00:01Z"), aRun("a"), begun("c", "2026-01-01T00:00:02Z"), aRun("0")];
  assert.equal(
    newestFirst(runs).map(({ metadata }) => metadata.name),
    ["c", "b", "0", "a"],
  );
});
order.run();

const trigger = suite("triggerOf");
const TRIGGERS = [
  ["a person", aRun("r"), "cli"],
  ["an event", aRun("r", { trigger: { type: "cron", event: "daily" } }), "cron daily"],
  ["a retry", aRun("r", { spec: { retryOf: { run: "other" } } }), "retry of other"],
  [
    "a retry of a step",
    aRun("r", { spec: { retryOf: { run: "other", step: "say" } } }),
    "retry of say in other",
  ],
] as const;
for (const [name, run, text] of TRIGGERS) trigger(`tells of ${name}`, () => assert.is(triggerOf(run), text));
trigger.run();
