import { suite } from "uvu";
import * as assert from "uvu/assert";
import { crashOperator } from "../../support/crash/operator-crash.ts";

const test = suite("an operator that is killed");

test("keeps every promise through 55 kills and 2,000 fires", async () => {
  assert.equal(await crashOperator({ fires: 1_500, atLeast: 2_000, kills: 55, webhooks: 5 }), []);
});

test.run();
