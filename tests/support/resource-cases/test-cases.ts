import type { Test } from "uvu";
import * as assert from "uvu/assert";
import { judgeCase } from "./judge-case.ts";
import type { KindCases } from "./resource-case.ts";

/** Makes a test of every case of a kind, judged by the standalone store's admission. */
export function testCases(test: Test, kind: KindCases): void {
  for (const given of kind.cases) {
    test(given.name, () => {
      const { flaws, stored, details } = judgeCase(kind, given);
      assert.equal(flaws, given.flaws ?? [], details.join("\n"));
      if (given.becomes !== undefined) assert.equal(stored, given.becomes);
    });
  }
}
