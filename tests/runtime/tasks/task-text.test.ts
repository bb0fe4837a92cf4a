import { suite } from "uvu";
import * as assert from "uvu/assert";
import { TaskRefusal } from "../../../runtime/ports/tasks.ts";
import { taskText } from "../../../runtime/tasks/task-text.ts";
import { anEndpoint } from "../../support/an-endpoint.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { FakeTimers } from "../../support/fake-timers.ts";
import { MovableEndpoints } from "../../support/routing/movable-endpoints.ts";
import { SpokenTasks } from "../../support/routing/spoken-tasks.ts";
import { SilentLogger } from "../../support/silent-logger.ts";

const test = suite("taskText");

class Setup {
  readonly timers = new FakeTimers(new FakeClock("2026-01-01T00:00:00Z"));
  readonly endpoints = new MovableEndpoints();
  readonly tasks = new SpokenTasks();
  readonly logger = new SilentLogger();
  readonly end = new AbortController();
  heard = "";
  isOver = false;

  constructor() {
    this.endpoints.set(anEndpoint());
  }

  /** Follows the task `t` until it is over. */
  follow(): this {
    void (async () => {
      for await (const piece of taskText(this, { podUID: "pod-uid-1", taskID: "t" }, this.end.signal)) {
        this.heard += piece;
      }
      this.isOver = true;
    })();
    return this;
  }

  async hears(text: string): Promise<void> {
    for (let turns = 0; this.heard !== text && turns < 100; turns++) await this.timers.advance(0);
    assert.is(this.heard, text);
  }

  async isDone(): Promise<void> {
    for (let turns = 0; !this.isOver && turns < 100; turns++) await this.timers.advance(0);
    assert.ok(this.isOver);
    assert.equal([this.timers.pending, this.tasks.joined], [0, 0]);
  }
}

test("tells what was said before it joined, what is said then, and ends with the task", async () => {
  const setup = new Setup();
  setup.tasks.say("t", "once ");
  setup.follow();
  await setup.hears("once ");
  setup.tasks.say("t", "upon a time");
  await setup.hears("once upon a time");
  setup.tasks.finish("t");
  await setup.isDone();
});

test("waits for a task that its pod does not know yet, at first for a moment only", async () => {
  const setup = new Setup().follow();
  await setup.timers.advance(0);
  assert.ok(setup.timers.nextInMs <= 20, `${setup.timers.nextInMs}`);
  setup.tasks.say("t", "late");
  await setup.timers.advance(20);
  await setup.hears("late");
});

test("waits for a pod that is not known yet, and ever more patiently", async () => {
  const setup = new Setup();
  setup.endpoints.remove("pod-uid-1");
  setup.tasks.say("t", "here");
  setup.follow();
  await setup.timers.advance(60_000);
  assert.ok(setup.timers.nextInMs <= 2_000);
  assert.is(setup.tasks.joins, 0);
  setup.endpoints.set(anEndpoint());
  await setup.timers.advance(2_000);
  await setup.hears("here");
});

test("goes on through broken connections and says nothing twice", async () => {
  const setup = new Setup();
  setup.tasks.say("t", "ein");
  setup.follow();
  await setup.hears("ein");
  setup.tasks.breakConnections();
  setup.tasks.say("t", "mal");
  await setup.timers.advance(100);
  await setup.hears("einmal");
  assert.is(setup.tasks.joins, 2);
});

test("ends where a task has begun anew with another answer", async () => {
  const setup = new Setup();
  setup.tasks.say("t", "one answer");
  setup.follow();
  await setup.hears("one answer");
  setup.tasks.restart("t");
  setup.tasks.say("t", "another one, at length");
  await setup.timers.advance(100);
  await setup.isDone();
  assert.is(setup.heard, "one answer");
});

const refusals: readonly [refusal: TaskRefusal | Error, isForGood: boolean, errors: number][] = [
  [TaskRefusal.gone, true, 0],
  [TaskRefusal.busy, false, 0],
  [TaskRefusal.unauthorized, false, 0],
  [TaskRefusal.unreachable, false, 0],
  [new Error("a defect"), false, 1],
];
for (const [refusal, isForGood, errors] of refusals) {
  test(`${isForGood ? "ends" : "tries again"} where joining meets ${refusal}`, async () => {
    const setup = new Setup();
    setup.tasks.say("t", "text");
    setup.tasks.refusal = refusal;
    setup.follow();
    await setup.timers.advance(0);
    assert.equal([setup.isOver, setup.logger.lines.length], [isForGood, errors]);
    if (isForGood) return;
    setup.tasks.refusal = undefined;
    await setup.timers.advance(100);
    await setup.hears("text");
  });
}

test("leaves at once when it is told to, wherever it is", async () => {
  const joined = new Setup();
  joined.tasks.say("t", "text");
  joined.follow();
  await joined.hears("text");
  joined.end.abort();
  await joined.isDone();
  const waiting = new Setup().follow();
  await waiting.timers.advance(0);
  waiting.end.abort();
  await waiting.isDone();
});

test.run();
