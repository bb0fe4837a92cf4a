import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { AgentRunStatus, StepStatus } from "../../../../lib/api/agent-run.ts";
import { displayWidth } from "../../../../runtime/cli/views/display-width.ts";
import { liveView } from "../../../../runtime/cli/views/live-view.ts";
import { inColour } from "../../../../runtime/cli/views/paint.ts";
import { aRun } from "../../../support/builders/a-run.ts";
import { aStep, aTeamSpec } from "../../../support/builders/a-team.ts";

const test = suite("liveView");

const now = new Date("2026-01-01T00:00:10Z");
const at = (second: number) => `2026-01-01T00:00:0${second}Z`;
const view = { now, width: 79, rows: 20, frame: 0 };

const steps: readonly StepStatus[] = [
  { name: "research", phase: "Succeeded", startedAt: at(1), completedAt: at(2), output: "long" },
  {
    name: "critique",
    phase: "Failed",
    startedAt: at(2),
    completedAt: at(5),
    error: "the model answered 500\n\x1b[2J",
  },
  { name: "write", phase: "Running", startedAt: at(2), attempts: 2, error: "pod gone" },
  { name: "translate", phase: "Pending" },
  { name: "say", phase: "Pending" },
  { name: "print", phase: "Skipped", error: "critique has failed" },
];
const teamSpec = aTeamSpec({
  steps: [
    aStep("translate", { dependsOn: ["research"] }),
    aStep("say", { dependsOn: ["research", "write"] }),
  ],
});
const run = (status: AgentRunStatus) => aRun("writers-x", { status });
const running = run({ phase: "Running", startedAt: at(1), steps: [...steps], teamSpec });

test("has one line a step: its mark, its time, and what there is to say of it", () => {
  assert.equal(liveView(running, view), [
    "✔ research   1s",
    "✖ critique   3s      the model answered 500",
    "⠋ write      8s      attempt 2: pod gone",
    "○ translate          waits for a ready agent",
    "○ say                after write",
    "– print              critique has failed",
  ]);
});

test("turns its spinner with each frame", () => {
  const marks = [0, 1, 10].map((frame) => liveView(running, { ...view, frame })[2]?.[0]);
  assert.equal(marks, ["⠋", "⠙", "⠋"]);
});

for (const width of [79, 39, 12, 1]) {
  test(`keeps each line within ${width} columns`, () => {
    for (const line of liveView(running, { ...view, width })) assert.ok(displayWidth(line) <= width, line);
  });
}

test("keeps within the lines of the terminal, what goes on and what failed before the rest", () => {
  const few = liveView(running, { ...view, rows: 4 });
  assert.equal(
    few.map((line) => line.split(/ +/)[1]),
    ["critique", "write", "say", "3"],
  );
  assert.is(few.at(-1), "… 3 more steps");
  for (const rows of [1, 2, 3, 4, 5, 6, 7]) {
    assert.ok(liveView(running, { ...view, rows }).length <= Math.max(2, rows), `${rows} rows`);
  }
});

test("cuts a long name before its time", () => {
  const [line = ""] = liveView(running, { ...view, width: 16 });
  assert.is(line, "✔ resea…  1s");
});

test("says that a run waits for the operator, and that it begins", () => {
  assert.equal(liveView(aRun("writers-x"), view), ["⠋ writers-x waits for the operator  10s"]);
  assert.equal(liveView(run({ phase: "Running", steps: [] }), view), ["⠋ writers-x begins  10s"]);
});

test("colours marks, and nothing else of what is long", () => {
  const [line = ""] = liveView(running, { ...view, paint: inColour });
  assert.is(line, "\x1b[32m✔\x1b[39m research   1s");
});

test.run();
