import { suite } from "uvu";
import * as assert from "uvu/assert";
import { displayWidth } from "../../../../runtime/cli/views/display-width.ts";
import { graphView } from "../../../../runtime/cli/views/graph-view.ts";
import { aGraph } from "../../../support/builders/a-graph.ts";

const test = suite("graphView");

test("says of each step who does it and after what", () => {
  assert.equal(graphView(aGraph({ research: [], write: ["research"] })), [
    "●  research   by desk",
    "│",
    "●  write      by desk after research",
  ]);
});

test("names a cycle", () => {
  const lines = graphView(aGraph({ a: ["b"], b: ["a"] }));
  assert.is(lines.at(-1), "These steps depend on each other and can't begin: a → b → a");
});

test("fits the largest team with the longest names into a terminal", () => {
  const names = Array.from({ length: 32 }, (_, at) => `${"long-name-".repeat(6)}${at}`);
  const all = Object.fromEntries(names.map((name, at) => [name, names.slice(0, at)]));
  for (const line of graphView(aGraph(all), { width: 80 })) assert.ok(displayWidth(line) <= 80, line);
});

test.run();
