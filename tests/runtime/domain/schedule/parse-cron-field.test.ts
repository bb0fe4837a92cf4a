import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CRON_FIELDS, type CronField } from "../../../../runtime/domain/schedule/cron-field.ts";
import { parseCronField } from "../../../../runtime/domain/schedule/parse-cron-field.ts";

const { minute, hour, dayOfMonth, month, dayOfWeek } = CRON_FIELDS;

const understood: readonly (readonly [text: string, field: CronField, values: readonly number[]])[] = [
  ["5", minute, [5]],
  ["007", minute, [7]],
  ["5,3,5", minute, [3, 5]],
  ["10-13", minute, [10, 11, 12, 13]],
  ["10-20/4", minute, [10, 14, 18]],
  ["*/20", minute, [0, 20, 40]],
  ["50/4", minute, [50, 54, 58]],
  ["*/61", minute, [0]],
  ["?/12", hour, [0, 12]],
  ["22-23,0", hour, [0, 22, 23]],
  ["*/10", dayOfMonth, [1, 11, 21, 31]],
  ["31", dayOfMonth, [31]],
  ["jan,DEC,Jun-aug", month, [1, 6, 7, 8, 12]],
  ["2-APR/2", month, [2, 4]],
  ["Mon-FRI", dayOfWeek, [1, 2, 3, 4, 5]],
  ["sat/2", dayOfWeek, [6]],
];

const stars: readonly (readonly [text: string, isStar: boolean])[] = [
  ["*", true],
  ["?", true],
  ["*/1", true],
  ["3,*", true],
  ["*/2", false],
  ["0-6", false],
  ["0/1", false],
];

const refused: readonly (readonly [text: string, field: CronField, flaw: string])[] = [
  ["60", minute, '"60" is above 59: use 0 to 59'],
  ["1-99", hour, '"99" is above 23: use 0 to 23'],
  ["0", dayOfMonth, '"0" is below 1: use 1 to 31'],
  ["13", month, '"13" is above 12: use 1 to 12 or JAN to DEC'],
  ["7", dayOfWeek, '"7" is above 6: write 0 or SUN for Sunday'],
  ["1-7", dayOfWeek, '"7" is above 6: write 0 or SUN for Sunday'],
  ["MONDAY", dayOfWeek, '"MONDAY" is not a value: use 0 to 6 or SUN to SAT'],
  ["jan", hour, '"jan" is not a value: use 0 to 23'],
  ["+5", minute, '"+5" is not a value: use 0 to 59'],
  ["1.5", minute, '"1.5" is not a value: use 0 to 59'],
  ["MON#2", dayOfWeek, '"MON#2" is not a value: use 0 to 6 or SUN to SAT'],
  ["5-1", minute, 'the range "5-1" runs backwards: write 5-59,0-1 if it is to wrap round'],
  ["23-1", hour, 'the range "23-1" runs backwards: write 23,0-1 if it is to wrap round'],
  ["FRI-SUN", dayOfWeek, 'the range "FRI-SUN" runs backwards: write 5-6,0 if it is to wrap round'],
  ["*/0", minute, 'the step of "*/0" is 0: use 1 or more'],
  ["1,,2", minute, "the list has an empty item: remove the extra comma"],
  ["1,", minute, "the list has an empty item: remove the extra comma"],
];

const malformed = ["-5", "5-", "1-2-3", "1/2/3", "/5", "*/", "*/x", "*/-5", "*-5", "?-5/2", "5/+2", "*/1.5"];

const test = suite("parseCronField");

for (const [text, field, values] of understood) {
  test(`reads ${text} as ${field.name}`, () => {
    assert.equal(parseCronField(text, field).field?.values, values);
  });
}

for (const [text, isStar] of stars) {
  test(`${isStar ? "counts" : "does not count"} ${text} as a star`, () => {
    assert.is(parseCronField(text, dayOfWeek).field?.isStar, isStar);
  });
}

for (const [text, field, flaw] of refused) {
  test(`refuses ${text} as ${field.name} and says what to write`, () => {
    assert.equal(parseCronField(text, field), { flaw });
  });
}

for (const text of malformed) {
  test(`refuses ${text} because it has no known form`, () => {
    assert.match(parseCronField(text, minute).flaw ?? "", /^".*" can't be read: write \*, a value, a range/);
  });
}

test("answers any text with values within bounds or with a flaw", () => {
  const texts = fc.string({
    unit: fc.constantFrom(..."0123456789*?/-,+ LW#xMONjan".split("")),
    maxLength: 12,
  });
  fc.assert(
    fc.property(texts, fc.constantFrom(...Object.values(CRON_FIELDS)), (text, field: CronField) => {
      const parsed = parseCronField(text, field);
      if (parsed.flaw !== undefined) return;
      assert.ok(parsed.field.values.length > 0);
      for (const value of parsed.field.values) assert.ok(value >= field.min && value <= field.max);
    }),
    { numRuns: 2_000 },
  );
});

test.run();
