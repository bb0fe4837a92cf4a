import { suite } from "uvu";
import * as assert from "uvu/assert";
import { graphDot, graphMermaid } from "../../../../runtime/cli/views/graph-export.ts";
import { aGraph } from "../../../support/builders/a-graph.ts";
import { aTeam } from "../../../support/builders/a-team.ts";

const team = aTeam({ spec: { steps: aGraph({ end: [], say: ["end"] }) } });

const mermaid = suite("graphMermaid");
mermaid("numbers its nodes: a step may be called as a word of the language", () => {
  assert.equal(graphMermaid(team), [
    "flowchart TD",
    '  s0["end<br/>desk"]',
    '  s1["say<br/>desk"]',
    "  s0 --> s1",
  ]);
});
mermaid.run();

const dot = suite("graphDot");
dot("quotes every name", () => {
  assert.equal(graphDot(team), [
    'digraph "writers" {',
    "  node [shape=box];",
    '  "end" [label="end\\ndesk"];',
    '  "say" [label="say\\ndesk"];',
    '  "end" -> "say";',
    "}",
  ]);
});
dot.run();
