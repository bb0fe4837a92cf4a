import { suite } from "uvu";
import * as assert from "uvu/assert";
import { nearestName } from "../../../runtime/cli/nearest-name.ts";

const test = suite("nearestName");

const known = ["trigger", "retry", "runs", "show", "suspend"];
const cases: readonly (readonly [written: string, meant: string | undefined])[] = [
  ["triger", "trigger"],
  ["tirgger", "trigger"],
  ["rn", "runs"],
  ["sus", "suspend"],
  ["trigger", "trigger"],
  ["deploy", undefined],
  ["x", undefined],
  ["", undefined],
];
for (const [written, meant] of cases) {
  test(`takes "${written}" for ${meant ?? "nothing"}`, () => assert.is(nearestName(written, known), meant));
}

test.run();
