import { EventEmitter } from "node:events";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Patience } from "../../../../runtime/cli/runs/patience.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { FakeTimers } from "../../../support/fake-timers.ts";

const test = suite("Patience");

function someone(limitMs: number | undefined) {
  const timers = new FakeTimers(new FakeClock());
  const interrupts = new EventEmitter();
  return { timers, interrupts, patience: new Patience(limitMs, timers, interrupts) };
}

test("ends at its limit", async () => {
  const { timers, patience } = someone(60_000);
  await timers.advance(59_999);
  assert.equal([patience.signal.aborted, patience.why], [false, undefined]);
  await timers.advance(1);
  assert.equal([patience.signal.aborted, patience.why], [true, "timeout"]);
});

test("ends at Ctrl-C, and leaves a second one to end the process", () => {
  const { interrupts, patience } = someone(undefined);
  interrupts.emit("SIGINT");
  assert.equal([patience.signal.aborted, patience.why], [true, "interrupted"]);
  assert.is(interrupts.listenerCount("SIGINT"), 0);
});

test("keeps its first reason, and nothing once it is over", async () => {
  const { timers, interrupts, patience } = someone(10);
  await timers.advance(10);
  interrupts.emit("SIGTERM");
  assert.is(patience.why, "timeout");
  patience[Symbol.dispose]();
  assert.is(interrupts.listenerCount("SIGINT") + interrupts.listenerCount("SIGTERM"), 0);
});

test.run();
