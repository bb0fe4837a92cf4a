import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { AgentRunStatus, StepStatus } from "../../../../lib/api/agent-run.ts";
import {
  newsOfDeleted,
  nothingTold,
  type RunTold,
  runNews,
} from "../../../../runtime/domain/stream/run-news.ts";
import { aRun } from "../../../support/builders/a-run.ts";

const test = suite("runNews");

/** What is told of a run that stands so, one after the other. */
function told(...statuses: readonly AgentRunStatus[]): readonly string[] {
  let before: RunTold = nothingTold;
  return statuses.flatMap((status) => {
    const news = runNews(before, aRun("r", { status }));
    before = news.told;
    return news.events.map(({ name, data }) =>
      [name, data["step"], data["attempt"]].filter(Boolean).join(" "),
    );
  });
}

const step = (phase: StepStatus["phase"], parts: Partial<StepStatus> = {}): StepStatus => ({
  name: "write",
  phase,
  ...parts,
});
const running = (...steps: StepStatus[]): AgentRunStatus => ({ phase: "Running", steps });

const stories: readonly [name: string, statuses: readonly AgentRunStatus[], expected: readonly string[]][] = [
  ["says nothing of a run that waits", [{}, {}], []],
  ["tells a start once", [running(step("Pending")), running(step("Pending"))], ["run.started"]],
  [
    "tells each attempt once",
    [
      running(step("Running", { attempts: 1 })),
      running(step("Running", { attempts: 1 })),
      running(step("Pending", { attempts: 1, error: "lost" })),
      running(step("Running", { attempts: 2, error: "lost" })),
    ],
    ["run.started", "step.started write 1", "step.started write 2"],
  ],
  [
    "tells an attempt that was refused and began anew once",
    [
      running(step("Running", { attempts: 1 })),
      running(step("Pending", { attempts: 0 })),
      running(step("Running", { attempts: 1 })),
    ],
    ["run.started", "step.started write 1"],
  ],
  [
    "tells the last attempt of a step that came and went unseen",
    [running(step("Succeeded", { attempts: 3, output: "x" }))],
    ["run.started", "step.started write 3", "step.completed write"],
  ],
  [
    "tells of a step that never began only that it was skipped",
    [running(step("Skipped"))],
    ["run.started", "step.completed write"],
  ],
  [
    "tells an end once and nothing after it",
    [
      { phase: "Failed", error: "timed out", steps: [step("Failed", { attempts: 1 })] },
      { phase: "Failed", steps: [step("Failed", { attempts: 1 })] },
    ],
    ["run.started", "step.started write 1", "step.completed write", "run.failed"],
  ],
];
for (const [name, statuses, expected] of stories) {
  test(name, () => assert.equal(told(...statuses), expected));
}

test("names the failure of the attempt before, and not of one that has ended", () => {
  const error = "PodStopped: stopped";
  const again = running(step("Running", { attempts: 2, error }));
  assert.is(runNews(nothingTold, aRun("r", { status: again })).events[1]?.data["previousError"], error);
  const over = running(step("Failed", { attempts: 2, error }));
  const [, started, completed] = runNews(nothingTold, aRun("r", { status: over })).events;
  assert.equal([started?.data["previousError"], completed?.data["error"]], [undefined, error]);
});

test("tells a run's deletion unless its end was told", () => {
  const known = { team: "writers", runName: "r" };
  const { told: after, events } = newsOfDeleted(nothingTold, known);
  assert.equal(
    events.map(({ name }) => name),
    ["run.failed"],
  );
  assert.equal(newsOfDeleted(after, known).events, []);
});

test("tells the same of a story whichever moments of it are seen, but for attempts that came and went", () => {
  const story: readonly AgentRunStatus[] = [
    {},
    running(step("Pending")),
    running(step("Running", { attempts: 1 })),
    running(step("Succeeded", { attempts: 1, output: "x" })),
    { phase: "Succeeded", output: "x", steps: [step("Succeeded", { attempts: 1, output: "x" })] },
  ];
  fc.assert(
    fc.property(fc.subarray([...story.keys()]), (moments) => {
      const seen = [...moments.map((index) => story[index] ?? {}), story.at(-1) ?? {}];
      assert.equal(told(...seen), told(...story));
    }),
  );
});

test.run();
