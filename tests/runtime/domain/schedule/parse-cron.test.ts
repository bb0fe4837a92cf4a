import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseCron } from "../../../../runtime/domain/schedule/parse-cron.ts";
import { readCronExpected } from "../../../support/cron-expected.ts";

const refused: readonly (readonly [expression: string, message: string])[] = [
  ["60 * * * *", 'minute field: "60" is above 59: use 0 to 59'],
  ["0 24 * * *", 'hour field: "24" is above 23: use 0 to 23'],
  ["0 0 0 * *", 'day-of-month field: "0" is below 1: use 1 to 31'],
  ["0 0 * 13 *", 'month field: "13" is above 12: use 1 to 12 or JAN to DEC'],
  ["0 0 * * 7", 'day-of-week field: "7" is above 6: write 0 or SUN for Sunday'],
  ["", "it has 0 fields: write exactly five (minute hour day-of-month month day-of-week)"],
  ["daily", "it has 1 field: write exactly five (minute hour day-of-month month day-of-week)"],
  ["* * * *", "it has 4 fields: write exactly five (minute hour day-of-month month day-of-week)"],
  [
    "0 * * * * *",
    "it has 6 fields: write exactly five (minute hour day-of-month month day-of-week), without seconds or a year",
  ],
  ["@daily", 'descriptors such as "@daily" are not read: write "0 0 * * *"'],
  ["@Weekly", 'descriptors such as "@Weekly" are not read: write "0 0 * * 0"'],
  [
    "@every 1h",
    'descriptors such as "@every" are not read: write five fields (minute hour day-of-month month day-of-week)',
  ],
  [
    "TZ=Europe/Berlin 0 8 * * *",
    'time zones such as "TZ=Europe/Berlin" are not read: remove it and write the time in UTC',
  ],
  [
    "CRON_TZ=UTC 0 8 * * *",
    'time zones such as "CRON_TZ=UTC" are not read: remove it and write the time in UTC',
  ],
];

const test = suite("parseCron");

test("accepts what the reference implementation accepts, and refuses what it refuses", () => {
  const rows = readCronExpected();
  assert.is(rows.length, 628);
  const differing = rows.filter(({ expr, ok }) => (parseCron(expr).flaw === undefined) !== ok);
  assert.equal(differing, []);
});

test("names the field and says what to write for everything the reference implementation refuses", () => {
  for (const { expr, ok } of readCronExpected()) {
    if (ok) continue;
    const { flaw } = parseCron(expr);
    assert.match(
      flaw?.message ?? "",
      /^spec\.source\.cron: (it has \d fields|[a-z-]+ field): .*(use|write) /,
    );
    assert.is(flaw?.field !== undefined, !flaw?.message.includes("it has"), expr);
  }
});

for (const [expression, message] of refused) {
  test(`refuses ${JSON.stringify(expression)} with what to write instead`, () => {
    const { flaw } = parseCron(expression);
    assert.is(flaw?.reason, "InvalidSchedule");
    assert.is(flaw?.message, `spec.source.cron: ${message}`);
  });
}

test("names the first field that is wrong", () => {
  assert.is(parseCron("0 24 32 * *").flaw?.field, "hour");
});

test("takes any white space between and around the fields", () => {
  assert.equal(parseCron("  0\t8  * * 1-5\n"), parseCron("0 8 * * 1-5"));
  assert.ok(parseCron("0\u00a08 * * * *").flaw);
});

test.run();
