import { suite } from "uvu";
import * as assert from "uvu/assert";
import { SystemClock } from "../../../../runtime/adapters/node/system-clock.ts";

const test = suite("SystemClock");

test("tells the machine's time", () => {
  const before = Date.now();
  const now = new SystemClock().now().getTime();
  assert.ok(now >= before && now <= Date.now());
});

test("counts milliseconds that only grow", () => {
  const clock = new SystemClock();
  const readings = Array.from({ length: 1_000 }, () => clock.monotonicMs());
  assert.ok(readings.every((reading, index) => index === 0 || reading >= (readings[index - 1] ?? 0)));
});

test.run();
