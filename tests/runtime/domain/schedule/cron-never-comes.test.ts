import { suite } from "uvu";
import * as assert from "uvu/assert";
import { cronNeverComes } from "../../../../runtime/domain/schedule/cron-never-comes.ts";
import { parseCron } from "../../../../runtime/domain/schedule/parse-cron.ts";
import { readCronExpected } from "../../../support/cron-expected.ts";

const cases: readonly (readonly [expression: string, never: boolean])[] = [
  ["0 0 31 2 *", true],
  ["0 0 30,31 feb ?", true],
  ["0 0 31 4,6,9,11 */1", true],
  ["0 0 29 2 *", false],
  ["0 0 31 2,3 *", false],
  ["0 0 1,31 2 *", false],
  ["0 0 31 2 1", false],
  ["0 0 31 2 */2", false],
  ["0 0 31,* 2 *", false],
  ["* * * * *", false],
];

function neverComes(expression: string): boolean {
  const { cron } = parseCron(expression);
  return cron !== undefined && cronNeverComes(cron);
}

const test = suite("cronNeverComes");

for (const [expression, never] of cases) {
  test(`${expression} ${never ? "never comes" : "comes"}`, () => assert.is(neverComes(expression), never));
}

test("agrees with the reference implementation", () => {
  for (const { expr, ok, next } of readCronExpected()) {
    assert.is(neverComes(expr), ok && next.length === 0, expr);
  }
});

test.run();
