import { inspect } from "node:util";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { InvalidConstructError } from "../../../lib/teams/invalid-construct-error.ts";
import { aChart } from "../../support/a-chart.ts";

const test = suite("InvalidConstructError");

test("names the construct's path in front of one flaw, and above several", () => {
  const chart = aChart();
  assert.is(new InvalidConstructError(chart, ["it rings"]).message, "test: it rings");
  const error = new InvalidConstructError(chart, ["it rings", "it burns"]);
  assert.is(error.message, "test:\n  it rings\n  it burns");
  assert.equal([error.path, error.flaws], ["test", ["it rings", "it burns"]]);
});

test("is printed once, when nobody catches it", () => {
  const text = inspect(new InvalidConstructError(aChart(), ["it rings"]));
  assert.ok(text.startsWith("InvalidConstructError: test: it rings\n    at "), text);
  assert.is(text.split("it rings").length, 2);
});

test.run();
