import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { AgentRunStatus } from "../../../../lib/api/agent-run.ts";
import { displayWidth } from "../../../../runtime/cli/views/display-width.ts";
import { runView } from "../../../../runtime/cli/views/run-view.ts";
import { aGraph } from "../../../support/builders/a-graph.ts";
import { aRun } from "../../../support/builders/a-run.ts";
import { aTeamSpec } from "../../../support/builders/a-team.ts";

const now = new Date("2026-01-01T00:05:00Z");
const startedAt = "2026-01-01T00:00:00Z";
const failure =
  "the provider answered 500: \x1b[2Jand said at great length what had gone wrong with it this time";

const status: AgentRunStatus = {
  phase: "Failed",
  error: "step write failed",
  startedAt,
  completedAt: "2026-01-01T00:00:04.250Z",
  conditions: [
    { type: "Succeeded", status: "False", reason: "StepFailed", message: "", lastTransitionTime: startedAt },
  ],
  teamSpec: aTeamSpec({ steps: aGraph({ say: ["write"], research: [], write: ["research"] }) }),
  steps: [
    { name: "say", phase: "Skipped", error: "step write failed" },
    {
      name: "research",
      phase: "Succeeded",
      attempts: 1,
      startedAt,
      completedAt: "2026-01-01T00:00:01.250Z",
      tokens: { prompt: 120, completion: 80 },
      output: "found\x07 much",
    },
    { name: "write", phase: "Failed", attempts: 3, startedAt, completedAt: startedAt, error: failure },
  ],
};
const failed = aRun("r", {
  spec: { input: { topic: "the history\nof bells" } },
  trigger: { type: "webhook", event: "alarm", fireID: "ABC" },
  status,
});

const test = suite("runView");

test("tells a run's facts, its steps in the order of their dependencies, and why one failed", () => {
  assert.equal(runView(failed, { now }), [
    "Run:     r",
    "Team:    writers",
    "Phase:   Failed (StepFailed)",
    "Error:   step write failed",
    "Trigger: webhook alarm",
    "Task:    ABC",
    `Started: ${startedAt}, 5m ago`,
    "Took:    4.2s",
    "Tokens:  120 read, 80 written",
    "Input:   topic = the history of bells",
    "",
    "STEP            PHASE       TOOK   ATTEMPTS   TOKENS   AFTER",
    "├─ ✔ research   Succeeded   1.2s   1          120+80",
    "├─ ✖ write      Failed      0ms    3          -        research",
    `│      ${failure.replace("\x1b[2J", "")}`,
    "└─ – say        Skipped     -      -          -        write",
    "       step write failed",
  ]);
});

test("fits into a terminal", () => {
  for (const width of [40, 80])
    for (const line of runView(failed, { now, width })) assert.ok(displayWidth(line) <= width, line);
});

test("shows what steps answered when asked, without what a terminal would obey", () => {
  const lines = runView(failed, { now, withOutputs: true });
  assert.equal(lines.slice(-3), ["", "Output of research:", "  found much"]);
});

test("shows the output of a run that succeeded, line by line", () => {
  const run = aRun("r", { status: { phase: "Succeeded", startedAt, output: "one\n\n  two\n" } });
  assert.equal(runView(run, { now }).slice(-4), ["Output:", "  one", "", "    two"]);
});

test("says that nobody has begun a run yet", () => {
  assert.equal(runView(aRun("r"), { now }).slice(2), [
    "Phase:   Pending",
    "Trigger: cli",
    "",
    "The operator has not begun it yet.",
  ]);
});

test.run();
