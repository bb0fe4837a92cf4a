import { suite } from "uvu";
import * as assert from "uvu/assert";
import { invalidSchedule, scheduleNeverFires } from "../../../../runtime/domain/schedule/schedule-flaw.ts";

const invalid = suite("invalidSchedule");

invalid("names the path and the field", () => {
  assert.equal(invalidSchedule("x is wrong: write y", "hour"), {
    reason: "InvalidSchedule",
    field: "hour",
    message: "spec.source.cron: hour field: x is wrong: write y",
  });
});

invalid("names the path alone where no field is to blame", () => {
  assert.equal(invalidSchedule("x is wrong: write y"), {
    reason: "InvalidSchedule",
    message: "spec.source.cron: x is wrong: write y",
  });
});

invalid.run();

const never = suite("scheduleNeverFires");

never("says which fields to change", () => {
  assert.equal(scheduleNeverFires("0 0 31 2 *"), {
    reason: "ScheduleNeverFires",
    message:
      'spec.source.cron: "0 0 31 2 *" never comes: none of its months has any of its days; change the day-of-month or the month field',
  });
});

never.run();
