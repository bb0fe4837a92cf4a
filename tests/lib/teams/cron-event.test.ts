import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CronEvent } from "../../../lib/teams/cron-event.ts";
import { targetNamed } from "../../../lib/teams/target.ts";
import { aChart, onlyManifest } from "../../support/a-chart.ts";

const test = suite("CronEvent");

test("makes an AgentEvent with its schedule", () => {
  const chart = aChart();
  new CronEvent(chart, "weekday", {
    schedule: "0 9 * * 1-5",
    targets: (trigger) => [targetNamed("report", { day: trigger.firedAt.truncate(10) })],
  });
  assert.equal(onlyManifest(chart, "AgentEvent").spec, {
    source: { type: "cron", cron: "0 9 * * 1-5" },
    targets: [{ team: "report", input: { day: "{{ .trigger.firedAt | trunc 10 }}" } }],
  });
});

test("refuses a body, which schedules do not have", () => {
  assert.throws(
    () =>
      new CronEvent(aChart(), "e", {
        schedule: "* * * * *",
        targets: [targetNamed("t", { a: "{{ .trigger.body.b }}" })],
      }),
    /test\/e: input "a" of target t reads \.trigger\.body\.b, which this event does not have/,
  );
});

test.run();
