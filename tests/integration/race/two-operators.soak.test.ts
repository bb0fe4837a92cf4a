import { suite } from "uvu";
import * as assert from "uvu/assert";
import { race } from "../../support/race/race.ts";

const test = suite("two operators on one store");

test("keep every promise through 10,000 fires, changes of leader and lost answers", async () => {
  assert.equal(await race({ fires: 7_500, webhooks: 12, reignMs: 1_500 }), []);
});

test.run();
