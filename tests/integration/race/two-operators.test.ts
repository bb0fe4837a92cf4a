import { suite } from "uvu";
import * as assert from "uvu/assert";
import { race } from "../../support/race/race.ts";

const test = suite("two operators on one store");

test("keep every promise through 500 fires, changes of leader and lost answers", async () => {
  assert.equal(await race({ fires: 400, atLeast: 500, webhooks: 3, reignMs: 500 }), []);
});

test.run();
