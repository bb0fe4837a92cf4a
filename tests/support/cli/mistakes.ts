import type { Test } from "uvu";
import * as assert from "uvu/assert";
import type { Ended } from "./run-tocsin.ts";

/** A command line that is wrong, the exit code that it ends with, and what it says on standard error. */
export type Mistake = readonly [args: readonly string[], code: number, said: RegExp];

/** Tests that each mistake is told on standard error alone. */
export function testMistakes(
  test: Test,
  tocsin: (...args: readonly string[]) => Promise<Ended>,
  mistakes: readonly Mistake[],
): void {
  for (const [args, code, said] of mistakes) {
    test(`says what is wrong with "${args.join(" ")}"`, async () => {
      const ended = await tocsin(...args);
      assert.is(ended.code, code, ended.stderr);
      assert.is(ended.stdout, "");
      assert.match(ended.stderr, said);
    });
  }
}
