import { suite } from "uvu";
import * as assert from "uvu/assert";
import { missingSiblings } from "../../../../runtime/domain/accounting/missing-siblings.ts";
import { firesOf } from "../../../../runtime/domain/firing/fires-of.ts";
import { aFire } from "../../../support/builders/a-fire.ts";
import { anEvent } from "../../../support/builders/an-event.ts";

const event = anEvent({ spec: { targets: [{ team: "a" }, { team: "b" }, { team: "c" }] } });
const runs = aFire({ event });

const test = suite("missingSiblings");

const cases: [name: string, present: number[], missing: number[]][] = [
  ["nothing of a whole fire", [0, 1, 2], []],
  ["what was never made", [0], [1, 2]],
  ["the one in the middle", [2, 0], [1]],
  ["nothing without run 0, whose record would say", [1], []],
];
for (const [name, present, missing] of cases) {
  test(`misses ${name}`, () => {
    const [fire] = firesOf(runs.filter((_, index) => present.includes(index)));
    if (fire === undefined) throw new Error("the runs are a fire");
    assert.equal(missingSiblings(fire), missing);
  });
}

test.run();
