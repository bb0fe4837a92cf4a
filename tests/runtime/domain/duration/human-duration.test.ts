import { suite } from "uvu";
import * as assert from "uvu/assert";
import { humanDuration } from "../../../../runtime/domain/duration/human-duration.ts";

const test = suite("humanDuration");
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

/** The cases of k8s.io/apimachinery/pkg/util/duration, duration_test.go. */
const CASES: readonly (readonly [seconds: number, text: string])[] = [
  [1, "1s"],
  [70, "70s"],
  [190, "3m10s"],
  [70 * MINUTE, "70m"],
  [47 * HOUR, "47h"],
  [49 * HOUR, "2d1h"],
  [8 * DAY + 2 * HOUR, "8d"],
  [367 * DAY, "367d"],
  [4 * YEAR, "4y"],
  [4 * YEAR + 10 * DAY, "4y10d"],
  [9 * YEAR, "9y"],
  [0, "0s"],
  [119, "119s"],
  [120, "2m"],
  [599, "9m59s"],
  [600, "10m"],
  [179 * MINUTE, "179m"],
  [180 * MINUTE, "3h"],
  [181 * MINUTE, "3h1m"],
  [8 * HOUR, "8h"],
  [48 * HOUR, "2d"],
  [2 * YEAR, "2y"],
  [-1, "0s"],
  [-2, "<invalid>"],
  [Number.NaN, "<invalid>"],
];

for (const [seconds, text] of CASES) {
  test(`writes ${seconds} s as ${text}`, () => assert.is(humanDuration(seconds * 1_000), text));
}

test.run();
