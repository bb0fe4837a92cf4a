import { suite } from "uvu";
import * as assert from "uvu/assert";
import { LONGEST_RETRY_AFTER_MS, retryDelayMs } from "../../../../runtime/adapters/openai/retry-delay.ts";
import { StatusError } from "../../../../runtime/adapters/openai/status-error.ts";
import { ModelError, ModelErrorReason } from "../../../../runtime/ports/model.ts";

const test = suite("retryDelayMs");

const failing = (reason: ModelErrorReason, isRetryable = true) =>
  new ModelError(reason, "it failed", { isRetryable });
const busy = (retryAfterMs: number) => new StatusError({ status: 429, host: "h", retryAfterMs });
const first = { made: 1, allowed: 9 };

test("doubles from half a second to eight, and takes at most a quarter off", () => {
  const failure = failing(ModelErrorReason.unreachable);
  const delays = [1, 2, 3, 4, 5, 6, 7, 8].map((made) => retryDelayMs(failure, { made, allowed: 9 }, 0));
  assert.equal(delays, [500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 8_000]);
  assert.is(retryDelayMs(failure, first, 1), 375);
});

test("ends with the tries that are allowed", () => {
  assert.is(retryDelayMs(failing(ModelErrorReason.failed), { made: 3, allowed: 3 }, 0), undefined);
});

const reasons: readonly (readonly [ModelErrorReason, boolean, boolean])[] = [
  [ModelErrorReason.unreachable, true, true],
  [ModelErrorReason.rateLimited, true, true],
  [ModelErrorReason.failed, true, true],
  [ModelErrorReason.failed, false, false],
  [ModelErrorReason.rateLimited, false, false],
  [ModelErrorReason.tls, false, false],
  [ModelErrorReason.timeout, true, false],
  [ModelErrorReason.stalled, true, false],
  [ModelErrorReason.empty, true, false],
  [ModelErrorReason.unauthorized, true, false],
];

for (const [reason, isRetryable, expected] of reasons) {
  test(`${expected ? "tries" : "doesn't try"} again after ${reason}, ${isRetryable ? "" : "not "}retryable`, () => {
    assert.is(retryDelayMs(failing(reason, isRetryable), first, 0) !== undefined, expected);
  });
}

test("waits as long as the provider asks, without chance, but not for ever", () => {
  assert.is(retryDelayMs(busy(0), first, 1), 0);
  assert.is(retryDelayMs(busy(LONGEST_RETRY_AFTER_MS), first, 1), LONGEST_RETRY_AFTER_MS);
  assert.is(retryDelayMs(busy(LONGEST_RETRY_AFTER_MS + 1), first, 1), undefined);
});

test.run();
