import { suite } from "uvu";
import * as assert from "uvu/assert";
import { RightOfWay } from "../../../runtime/controller/right-of-way.ts";

const test = suite("RightOfWay");

test("tells all followers each time that it becomes free, and only then", () => {
  const way = new RightOfWay();
  const told: string[] = [];
  way.follow(() => told.push("a"));
  way.follow(() => told.push("b"));
  way.set(false);
  way.set(true);
  way.set(true);
  assert.equal([way.isTaken, told], [true, []]);
  way.set(false);
  way.set(false);
  assert.equal([way.isTaken, told], [false, ["a", "b"]]);
});

test.run();
