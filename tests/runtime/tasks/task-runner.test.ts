import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { StepOutcome } from "../../../runtime/domain/run/step-outcome.ts";
import { TaskRefusal } from "../../../runtime/ports/tasks.ts";
import { type Attempt, TaskRunner } from "../../../runtime/tasks/task-runner.ts";
import { anEndpoint } from "../../support/an-endpoint.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { FakeTimers } from "../../support/fake-timers.ts";
import { MovableEndpoints } from "../../support/routing/movable-endpoints.ts";
import { type Meeting, ScriptedTasks } from "../../support/routing/scripted-tasks.ts";
import { SilentLogger } from "../../support/silent-logger.ts";

const test = suite("TaskRunner");

class Setup {
  readonly clock = new FakeClock("2026-01-01T00:00:00Z");
  readonly timers = new FakeTimers(this.clock);
  readonly endpoints = new MovableEndpoints();
  readonly tasks = new ScriptedTasks();
  readonly logger = new SilentLogger();
  readonly runner = new TaskRunner(this);
  ended = 0;

  constructor(...meetings: Meeting[]) {
    this.tasks.meetings = meetings;
    this.endpoints.set(anEndpoint({ podUID: "p" }));
  }

  get attempt(): Attempt {
    const deadline = new Date("2026-01-01T00:01:00Z");
    const task = { id: "t", prompt: "hello", deadline };
    return { run: { namespace: "default", name: "r" }, podUID: "p", task };
  }

  listen(): void {
    this.runner.listen(this.attempt, () => void this.ended++);
  }

  /** Listens and lets time pass; returns the outcome. */
  async outcome(passMs = 0): Promise<StepOutcome | undefined> {
    this.listen();
    await this.timers.advance(passMs);
    return this.runner.outcomeOf("t");
  }
}

const result = { type: "result", output: "done", tokens: { prompt: 1, completion: 2 } } as const;
const failure = {
  type: "failure",
  reason: "ProviderFailed",
  message: "HTTP 500",
  isRetryable: true,
} as const;
const token = { type: "token", text: "d" } as const;

const ends: [name: string, meeting: Meeting, outcome: StepOutcome][] = [
  ["a result", [token, result], { kind: "succeeded", output: "done", tokens: result.tokens }],
  [
    "a failure",
    [token, failure],
    { kind: "failed", reason: "ProviderFailed", message: "HTTP 500", isRetryable: true },
  ],
  [
    "a deadline that passed on the pod first",
    [{ type: "failure", reason: "DeadlineExceeded", message: "too late", isRetryable: false }],
    { kind: "failed", reason: "Timeout", message: "the pod did not answer in time", isRetryable: true },
  ],
  ["another pod behind the address", TaskRefusal.gone, { kind: "lost" }],
  ["a full pod", TaskRefusal.busy, { kind: "refused" }],
];
for (const [name, meeting, outcome] of ends) {
  test(`learns the outcome of ${name}, and says once that it is known`, async () => {
    const setup = new Setup(meeting);
    assert.equal(await setup.outcome(), outcome);
    assert.is(setup.ended, 1);
    setup.listen();
    await setup.timers.advance(60_000);
    assert.is(setup.tasks.started.length, 1, "what has ended is not sent again");
  });
}

const joins: [name: string, meeting: Meeting][] = [
  ["a connection that breaks", TaskRefusal.unreachable],
  ["a stream that ends before the task", [token]],
  ["a token that is being refreshed", TaskRefusal.unauthorized],
  ["a pod that does not know the task yet", TaskRefusal.unknown],
  ["an error that nobody expects", new Error("broken")],
];
for (const [name, meeting] of joins) {
  test(`joins again with the same task after ${name}`, async () => {
    const setup = new Setup(meeting, meeting, [result]);
    assert.is(await setup.outcome(99), undefined);
    await setup.timers.advance(1 + 200);
    assert.is(setup.runner.outcomeOf("t")?.kind, "succeeded");
    assert.equal(
      setup.tasks.started.map(({ podUID, task }) => [podUID, task.id]),
      [1, 2, 3].map(() => ["p", "t"]),
    );
  });
}

test("a pod that turned not ready, or is taken down, keeps its task", async () => {
  const setup = new Setup(TaskRefusal.unreachable, "silence");
  setup.listen();
  setup.endpoints.change("p", { isReady: false, isTerminating: true });
  await setup.timers.advance(30_000);
  assert.is(setup.runner.outcomeOf("t"), undefined);
  assert.is(setup.tasks.started.length, 2);
});

test("a task whose pod is gone is lost, to be attempted elsewhere", async () => {
  const setup = new Setup(TaskRefusal.unreachable);
  assert.is(await setup.outcome(), undefined);
  setup.endpoints.remove("p");
  await setup.timers.advance(100);
  assert.equal(setup.runner.outcomeOf("t"), { kind: "lost" });
});

test("a task waits for its pod while it is being found out whose that is", async () => {
  const setup = new Setup([result]);
  setup.endpoints.remove("p");
  setup.endpoints.unproven.add("p");
  assert.is(await setup.outcome(10_000), undefined);
  assert.is(setup.tasks.started.length, 0);
  setup.endpoints.set(anEndpoint({ podUID: "p" }));
  await setup.timers.advance(5_000);
  assert.is(setup.runner.outcomeOf("t")?.kind, "succeeded");
});

test("a pod that never answers costs the attempt once its deadline has passed, at a bounded pace", async () => {
  const setup = new Setup(TaskRefusal.unreachable);
  assert.is(await setup.outcome(59_000), undefined);
  await setup.timers.advance(7_000);
  const outcome = setup.runner.outcomeOf("t");
  assert.is(outcome?.kind === "failed" && outcome.isRetryable && outcome.reason, "Timeout");
  assert.ok(setup.tasks.started.length < 20, `${setup.tasks.started.length} tries`);
});

test("sends a task once however often it is told to listen", async () => {
  const setup = new Setup("silence");
  for (let i = 0; i < 3; i++) setup.listen();
  await setup.timers.advance(1_000);
  assert.is(setup.tasks.started.length, 1);
});

test("forgets an attempt here and on its pod, and hears nothing more of it", async () => {
  const setup = new Setup("silence");
  setup.tasks.removeError = new Error("unreachable");
  setup.listen();
  setup.runner.forget("p", "t");
  await setup.timers.advance(60_000);
  assert.is(setup.runner.outcomeOf("t"), undefined);
  assert.is(setup.ended, 0);
  assert.equal(setup.tasks.removed, [{ podUID: "p", taskID: "t" }]);
  setup.runner.forget("gone", "t");
  assert.is(setup.tasks.removed.length, 1, "nobody is told where the pod is gone");
});

test("leaves the tasks running when it stops, and joins them when told to listen again", async () => {
  const setup = new Setup("silence", [result]);
  setup.listen();
  setup.runner.stop();
  await setup.timers.advance(1_000);
  assert.equal([setup.ended, setup.tasks.removed.length], [0, 0]);
  assert.is((await setup.outcome())?.kind, "succeeded");
});

test.run();
