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
    /^test\/e: input "a" of target t: line 1, column 4: there is no \.trigger\.body here: .*only webhook events have/,
  );
});

for (const [what, schedule, message] of [
  ["a field out of range", "61 * * * *", /^test\/e: spec\.source\.cron: minute field: "61" is above 59/],
  ["a field too few", "0 9 * *", /^test\/e: spec\.source\.cron: it has 4 fields: write exactly five/],
  ["a nickname", "@daily", /^test\/e: spec\.source\.cron: .* write "0 0 \* \* \*"$/],
  ["a schedule that never comes", "0 0 31 2 *", /^test\/e: spec\.source\.cron: "0 0 31 2 \*" never comes/],
] as const) {
  test(`refuses ${what}, with its path`, () => {
    assert.throws(() => new CronEvent(aChart(), "e", { schedule, targets: [targetNamed("t")] }), message);
  });
}

test.run();
