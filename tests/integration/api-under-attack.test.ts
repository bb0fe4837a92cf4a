import { suite } from "uvu";
import * as assert from "uvu/assert";
import { attackApi } from "../support/attack-api.ts";

const test = suite("the standalone API under attack");

test("answers a thousand hostile requests as documented", async () => {
  const { requests, answers } = await attackApi(1_000);
  assert.ok(requests >= 1_000);
  // An attack that never got past the door would prove nothing.
  for (const status of [200, 400, 401, 403, 404, 405, 413, 422, 431])
    assert.ok(answers.has(status), String(status));
});

test.run();
