import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { canonicalCron } from "../../../../runtime/domain/schedule/canonical-cron.ts";
import { type Cron, parseCron } from "../../../../runtime/domain/schedule/parse-cron.ts";
import { makeCron } from "../../../support/schedule-oracle/random-cron.ts";
import { SeededRandom } from "../../../support/schedule-oracle/seeded-random.ts";

const cases: readonly (readonly [expression: string, canonical: string])[] = [
  ["0 8 * * 1-5", "0 8 * * 1-5"],
  ["*/15 */6 ? * ?", "0,15,30,45 0,6,12,18 * * *"],
  ["58/1 22-23,0 1,2,3,31 JAN,feb MON", "58-59 0,22-23 1-3,31 1-2 1"],
  ["0 0 */1 * 1", "0 0 * * 1"],
  ["0 0 1 * 3,*", "0 0 1 * *"],
  ["0 0 1-31 * 0-6", "0 0 1-31 * 0-6"],
  ["0-59 0-23 1 1-12 *", "0-59 0-23 1 1-12 *"],
  ["007 0 5 * 6/5", "7 0 5 * 6"],
];

function parsed(expression: string): Cron {
  const { cron, flaw } = parseCron(expression);
  if (flaw !== undefined) throw new Error(flaw.message);
  return cron;
}

const test = suite("canonicalCron");

for (const [expression, canonical] of cases) {
  test(`writes ${expression} as ${canonical}`, () => {
    assert.is(canonicalCron(parsed(expression)), canonical);
  });
}

test("keeps the meaning, and leaves what is canonical as it is", () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const cron = parsed(makeCron(new SeededRandom(seed)).text);
      const canonical = canonicalCron(cron);
      assert.equal(parsed(canonical), cron);
      assert.is(canonicalCron(parsed(canonical)), canonical);
    }),
    { numRuns: 500 },
  );
});

test.run();
