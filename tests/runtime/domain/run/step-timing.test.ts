import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { StepStatus } from "../../../../lib/api/agent-run.ts";
import {
  attemptDeadline,
  retryAt,
  runDeadline,
  stepDeadline,
} from "../../../../runtime/domain/run/step-timing.ts";
import { aStep, aTeamSpec } from "../../../support/builders/a-team.ts";
import { after, aRunningStep, observeRun } from "../../../support/builders/an-observed-run.ts";

const step = aStep("write", { dependsOn: ["read"], timeoutSeconds: 60 });
const spec = aTeamSpec({ steps: [aStep("read"), step], timeoutSeconds: 600 });
const read: StepStatus = { name: "read", phase: "Succeeded", completedAt: after(100).toISOString() };
const { run } = observeRun({ spec });
const running = (status: StepStatus) => ({ run, spec, steps: [read, status] });
const pending = (parts: Partial<StepStatus> = {}): StepStatus => ({
  name: "write",
  phase: "Pending",
  ...parts,
});

const runs = suite("runDeadline");

runs("is the run's time after it began", () => {
  assert.equal(runDeadline(running(pending())), after(600));
});

runs.run();

const attempts = suite("attemptDeadline");

const cases: [name: string, status: StepStatus, seconds: number][] = [
  ["the step's time after what it depends on had ended", pending(), 160],
  ["the same while its first attempt runs, queueing included", aRunningStep("write"), 160],
  [
    "the step's time after it could be repeated",
    pending({ attempts: 1, retryAt: after(150).toISOString() }),
    210,
  ],
  [
    "the same while the repeated attempt runs",
    aRunningStep("write", { attempts: 2, retryAt: after(150).toISOString() }),
    210,
  ],
  [
    "not moved by pods that refuse the first attempt",
    pending({ attempts: 0, retryAt: after(159).toISOString() }),
    160,
  ],
  [
    "moved but little by pods that refuse a repeated one",
    pending({ attempts: 1, retryAt: after(900).toISOString() }),
    250,
  ],
];
for (const [name, status, seconds] of cases) {
  attempts(`is ${name}`, () => assert.equal(attemptDeadline(running(status), step), after(seconds)));
}

attempts.run();

const steps = suite("stepDeadline");

steps("is never after the run's own", () => {
  const long = aStep("write", { dependsOn: ["read"], timeoutSeconds: 3_600 });
  assert.equal(stepDeadline(running(pending()), long), after(600));
  assert.equal(stepDeadline(running(pending()), step), after(160));
});

steps.run();

const retries = suite("retryAt");

retries("waits twice as long after each failure, up to half a minute", () => {
  const waits = [1, 2, 3, 5, 6, 50].map(
    (failures) => (retryAt(failures, after(0)).getTime() - after(0).getTime()) / 1_000,
  );
  assert.equal(waits, [1, 2, 4, 16, 30, 30]);
});

retries.run();
