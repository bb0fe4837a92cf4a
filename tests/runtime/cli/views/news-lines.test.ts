import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { AgentRunStatus, StepStatus } from "../../../../lib/api/agent-run.ts";
import { newsLines } from "../../../../runtime/cli/views/news-lines.ts";
import { nothingTold, runNews } from "../../../../runtime/domain/stream/run-news.ts";
import { aRun } from "../../../support/builders/a-run.ts";

const test = suite("newsLines");

const now = new Date("2026-01-01T00:00:10Z");
const at = (second: number) => `2026-01-01T00:00:0${second}Z`;
const linesOf = (status: AgentRunStatus) => {
  const run = aRun("writers-x", { status });
  return newsLines(run, runNews(nothingTold, run).events, { now });
};
const running = (step: StepStatus) => linesOf({ phase: "Running", startedAt: at(0), steps: [step] }).slice(1);

const cases: readonly (readonly [what: string, step: StepStatus, lines: readonly string[]])[] = [
  ["begins", { name: "write", phase: "Running", attempts: 1, startedAt: at(1) }, ["write: started"]],
  [
    "begins again",
    { name: "write", phase: "Running", attempts: 2, startedAt: at(1), error: "pod\ngone" },
    ["write: attempt 2: pod gone"],
  ],
  [
    "has answered",
    {
      name: "write",
      phase: "Succeeded",
      attempts: 1,
      startedAt: at(1),
      completedAt: at(3),
      output: "one\n\n\x1b[31mthree\x07\n",
    },
    ["write: started", "write | one", "write |", "write | three", "write: succeeded in 2s"],
  ],
  [
    "has failed",
    { name: "write", phase: "Failed", attempts: 1, startedAt: at(1), completedAt: at(3), error: "500" },
    ["write: started", "write: failed after 2s: 500"],
  ],
  [
    "was skipped",
    { name: "say", phase: "Skipped", error: "write has failed" },
    ["say: skipped: write has failed"],
  ],
  ["waits", { name: "say", phase: "Pending" }, []],
];
for (const [what, step, lines] of cases) {
  test(`tells that a step ${what}`, () => assert.equal(running(step), lines));
}

test("tells how a run begins and ends", () => {
  const times = { startedAt: at(1), completedAt: at(5), steps: [] };
  assert.equal(linesOf({ phase: "Succeeded", output: "x", ...times }), [
    "run writers-x started",
    "run writers-x succeeded in 4s",
  ]);
  assert.is(linesOf({ phase: "Failed", error: "late", ...times })[1], "run writers-x failed after 4s: late");
});

test.run();
