import { suite } from "uvu";
import * as assert from "uvu/assert";
import { attackWebhooks } from "../../support/attack-webhooks.ts";

const test = suite("the webhook endpoint under attack");

test("answers five thousand hostile requests as documented", async () => {
  const { requests, answers } = await attackWebhooks(5_000);
  assert.ok(requests >= 5_000);
  // An attack that never got past the door would prove nothing.
  for (const status of [200, 202, 400, 401, 404, 405, 413, 422, 429, 431, 503])
    assert.ok(answers.has(status), String(status));
});

test.run();
