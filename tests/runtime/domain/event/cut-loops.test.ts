import { suite } from "uvu";
import * as assert from "uvu/assert";
import { cutLoops } from "../../../../runtime/domain/event/cut-loops.ts";
import { anEvent } from "../../../support/builders/an-event.ts";

const eventFor = (...teams: string[]) => anEvent({ spec: { targets: teams.map((team) => ({ team })) } });

const test = suite("cutLoops");

const cases: [
  name: string,
  targets: string[],
  chain: string[],
  maxLoops: number,
  open: string[],
  cut: string[],
][] = [
  ["nothing where no team comes back", ["c", "d"], ["a", "b"], 0, ["c", "d"], []],
  ["a team that is in the chain", ["a", "c"], ["a", "b"], 0, ["c"], ["a"]],
  ["the upstream team itself", ["b"], ["a", "b"], 0, [], ["b"]],
  ["every target of a team in the chain", ["a", "a", "c"], ["a"], 0, ["c"], ["a", "a"]],
  ["nothing while loops are allowed", ["a"], ["a", "b"], 1, ["a"], []],
  ["a team that came back as often as is allowed", ["a"], ["a", "b", "a"], 1, [], ["a"]],
];
for (const [name, targets, chain, maxLoops, open, cut] of cases) {
  test(`cuts ${name}`, () => {
    const result = cutLoops(eventFor(...targets), chain, maxLoops);
    assert.equal(
      result.event.spec.targets.map(({ team }) => team),
      open,
    );
    assert.equal(result.cut, cut);
  });
}

test("changes nothing of the event itself", () => {
  const event = eventFor("a", "b");
  cutLoops(event, ["a"], 0);
  assert.is(event.spec.targets.length, 2);
});

test.run();
