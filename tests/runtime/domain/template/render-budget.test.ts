import { suite } from "uvu";
import * as assert from "uvu/assert";
import { RenderBudget } from "../../../../runtime/domain/template/render-budget.ts";
import { WORK_UNITS_PER_RENDERED_UNIT } from "../../../../runtime/domain/template/template-limits.ts";

const test = suite("RenderBudget");

test("gives out what it has, to the last unit", () => {
  const budget = new RenderBudget(10);
  assert.ok(budget.takeOutput(4));
  assert.ok(budget.takeOutput(6));
  assert.ok(budget.takeOutput(0));
  assert.not.ok(budget.takeOutput(1));
});

test("stays spent once something did not fit", () => {
  const budget = new RenderBudget(10);
  assert.not.ok(budget.takeOutput(11));
  assert.not.ok(budget.takeOutput(1));
});

test("bounds the work by the output", () => {
  const budget = new RenderBudget(10);
  assert.ok(budget.takeWork(10 * WORK_UNITS_PER_RENDERED_UNIT));
  assert.not.ok(budget.takeWork(1));
  assert.ok(budget.takeOutput(10), "work takes nothing from the output");
});

test.run();
