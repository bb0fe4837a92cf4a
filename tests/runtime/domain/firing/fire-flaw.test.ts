import { suite } from "uvu";
import * as assert from "uvu/assert";
import { FireFlawCode, fireFlaw } from "../../../../runtime/domain/firing/fire-flaw.ts";

const test = suite("fireFlaw");

test("names a code and what to change", () => {
  assert.equal(fireFlaw(FireFlawCode.fireTooLarge, "send less"), {
    kind: "flaw",
    code: "FireTooLarge",
    message: "send less",
  });
});

test.run();
