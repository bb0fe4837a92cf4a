import { suite } from "uvu";
import * as assert from "uvu/assert";
import { crashOperator } from "../../support/crash/operator-crash.ts";

const test = suite("an operator that is killed");

test("keeps every promise through 9 kills and 200 fires", async () => {
  assert.equal(await crashOperator({ fires: 90, atLeast: 200, kills: 9, webhooks: 2 }), []);
});

test.run();
