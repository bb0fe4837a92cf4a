import { suite } from "uvu";
import * as assert from "uvu/assert";
import { race } from "../../support/race/race.ts";

const test = suite("two operators on one store");

/** Webhooks' fires make up two in three; what each leader reads at its start grows with the fires of a round. */
const ROUNDS = 5;

for (let round = 1; round <= ROUNDS; round++) {
  test(`keep every promise through 2,000 fires, changes of leader and lost answers (${round})`, async () => {
    assert.equal(await race({ fires: 1_650, atLeast: 2_000, webhooks: 12, reignMs: 900 }), []);
  });
}

test.run();
