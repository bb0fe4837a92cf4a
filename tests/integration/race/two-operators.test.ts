import { suite } from "uvu";
import * as assert from "uvu/assert";
import { race } from "../../support/race/race.ts";

const test = suite("two operators on one store");

test("keep every promise through 1,000 fires, changes of leader and lost answers", async () => {
  assert.equal(await race({ fires: 720, atLeast: 1_000, webhooks: 3, reignMs: 500 }), []);
});

test.run();
