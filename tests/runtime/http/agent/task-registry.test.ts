import { suite } from "uvu";
import * as assert from "uvu/assert";
import { MAX_REMEMBERED_TASKS } from "../../../../runtime/domain/task/task-limits.ts";
import { LiveTask } from "../../../../runtime/http/agent/live-task.ts";
import { TaskRegistry } from "../../../../runtime/http/agent/task-registry.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { FakeModel, say } from "../../../support/fake-model.ts";
import { FakeTimers } from "../../../support/fake-timers.ts";
import { MemoryMetrics } from "../../../support/memory-metrics.ts";
import { ScriptedAnswer } from "../../../support/scripted-answer.ts";
import { SilentLogger } from "../../../support/silent-logger.ts";

const test = suite("TaskRegistry");
const MINUTE_MS = 60_000;

function aRegistry(maxConcurrent = 4) {
  const clock = new FakeClock();
  const timers = new FakeTimers(clock);
  const model = new FakeModel();
  const ports = { model, metrics: new MemoryMetrics(), logger: new SilentLogger(), clock, timers };
  const worker = { agent: "writer", model: "m-1", systemPrompt: undefined };
  const registry = new TaskRegistry(worker, maxConcurrent, ports);
  const start = (id: string, lifeMs = 5 * MINUTE_MS): LiveTask => {
    const deadline = new Date(clock.now().getTime() + lifeMs);
    const task = registry.start({ id, prompt: "hello", deadline });
    if (!(task instanceof LiveTask)) throw new Error(`turned away: ${task}`);
    return task;
  };
  return { clock, timers, model, registry, start };
}

const reasonOf = (task: LiveTask) => {
  const { ending } = task.progress;
  return ending?.type === "failure" ? ending.reason : ending?.type;
};

test("stops a task at its deadline and forgets it, even where the model is deaf", async () => {
  const { timers, model, registry, start } = aRegistry();
  model.speak = () => new ScriptedAnswer();
  const task = start("t-1");
  await timers.advance(5 * MINUTE_MS - 1);
  assert.ok(task.isRunning);
  await timers.advance(1);
  assert.is(reasonOf(task), "DeadlineExceeded");
  assert.ok(task.signal.aborted);
  assert.is(registry.find("t-1"), undefined);
  assert.is(registry.running, 0);
});

test("keeps a result until the deadline, and no longer", async () => {
  const { timers, registry, start } = aRegistry();
  await start("t-1").ended;
  await timers.advance(5 * MINUTE_MS - 1);
  assert.is(registry.find("t-1")?.progress.text, "echo: hello");
  await timers.advance(1);
  assert.is(registry.find("t-1"), undefined);
});

test("does not begin a task whose deadline has passed, nor remember it", () => {
  const { model, registry, start } = aRegistry();
  assert.is(reasonOf(start("t-1", 0)), "DeadlineExceeded");
  assert.is(registry.find("t-1"), undefined);
  assert.is(model.streamed.length, 0);
});

test("remembers no task for more than a day, whatever its deadline", async () => {
  const { timers, registry, start } = aRegistry();
  await start("t-1", 365 * 86_400_000).ended;
  await timers.advance(86_400_000);
  assert.is(registry.find("t-1"), undefined);
});

test("remembers a bounded number of tasks", async () => {
  const { clock, registry, start } = aRegistry();
  for (let i = 0; i < MAX_REMEMBERED_TASKS; i++) await start(`t-${i}`).ended;
  const deadline = new Date(clock.now().getTime() + MINUTE_MS);
  assert.is(registry.start({ id: "one-more", prompt: "", deadline }), "full");
  registry.remove("t-0");
  assert.instance(registry.start({ id: "one-more", prompt: "", deadline }), LiveTask);
});

test("drains: takes nothing new, lets what runs end, waits for results to be fetched", async () => {
  const { clock, model, registry, start } = aRegistry();
  const answer = new ScriptedAnswer();
  model.speak = () => answer;
  const task = start("t-1");
  let isDrained = false;
  const drained = registry.drain(60 * MINUTE_MS).then(() => {
    isDrained = true;
  });
  const deadline = new Date(clock.now().getTime() + MINUTE_MS);
  assert.is(registry.start({ id: "t-2", prompt: "", deadline }), "draining");
  assert.is(registry.start({ id: "t-1", prompt: "", deadline }), task);
  answer.say("done");
  answer.stop();
  await task.ended;
  assert.is(reasonOf(task), "result");
  assert.not(isDrained);
  registry.remove("t-1");
  await drained;
});

test("does not wait for ever for results to be fetched", async () => {
  const { timers, model, registry, start } = aRegistry();
  model.speak = () => say("done");
  await start("t-1").ended;
  const drained = registry.drain(60 * MINUTE_MS);
  await timers.advance(2 * MINUTE_MS);
  await drained;
  assert.is(timers.pending, 0);
});

test("stops what still runs at the end of the grace, so that it is attempted elsewhere", async () => {
  const { timers, model, registry, start } = aRegistry();
  model.speak = () => new ScriptedAnswer();
  const task = start("t-1");
  const drained = registry.drain(MINUTE_MS);
  await timers.advance(MINUTE_MS);
  await drained;
  assert.is(reasonOf(task), "PodStopped");
  assert.is(timers.pending, 0);
});

test("ends a drain at once where nothing is left", async () => {
  const { timers, registry } = aRegistry();
  await registry.drain(MINUTE_MS);
  assert.is(timers.pending, 0);
});

test.run();
