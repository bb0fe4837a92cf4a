import { suite } from "uvu";
import * as assert from "uvu/assert";
import { formatDuration } from "../../../../runtime/domain/duration/format-duration.ts";

const cases: readonly (readonly [ms: number, text: string])[] = [
  [0, "0s"],
  [0.000_001, "0s"],
  [0.25, "250us"],
  [1, "1ms"],
  [1.5, "1.5ms"],
  [350, "350ms"],
  [999.999_9, "1s"],
  [1_000, "1s"],
  [1_500, "1.5s"],
  [59_999.6, "1m"],
  [90_000, "1m30s"],
  [90_250, "1m30.25s"],
  [3_600_000, "1h"],
  [3_605_000, "1h5s"],
  [5_400_000, "1h30m"],
  [90_061_001, "25h1m1.001s"],
  [-90_000, "-1m30s"],
];

const test = suite("formatDuration");

for (const [ms, text] of cases) test(`writes ${ms} ms as ${text}`, () => assert.is(formatDuration(ms), text));

test.run();
