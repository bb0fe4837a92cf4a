import { suite } from "uvu";
import * as assert from "uvu/assert";
import { knownErrorCode, StatusError } from "../../../../runtime/adapters/openai/status-error.ts";
import { ModelErrorReason } from "../../../../runtime/ports/model.ts";

const test = suite("StatusError");
const R = ModelErrorReason;

const statuses: readonly (readonly [number, ModelErrorReason, boolean])[] = [
  [100, R.rejected, false],
  [302, R.rejected, false],
  [400, R.rejected, false],
  [401, R.unauthorized, false],
  [403, R.unauthorized, false],
  [404, R.rejected, false],
  [408, R.failed, true],
  [409, R.failed, true],
  [422, R.rejected, false],
  [425, R.failed, true],
  [429, R.rateLimited, true],
  [500, R.failed, true],
  [503, R.failed, true],
  [529, R.failed, true],
];

for (const [status, reason, isRetryable] of statuses) {
  test(`makes ${reason} of ${status}`, () => {
    const error = new StatusError({ status, host: "host:1" });
    assert.is(error.reason, reason);
    assert.is(error.isRetryable, isRetryable);
    assert.match(error.message, `host:1 answered HTTP ${status}: `);
  });
}

const bodies: readonly (readonly [string, string, string | undefined])[] = [
  ["a known code", '{"error":{"code":"model_not_found","type":"invalid_request_error"}}', "model_not_found"],
  ["a known type", '{"error":{"code":null,"type":"insufficient_quota"}}', "insufficient_quota"],
  ["a code that could be anything", '{"error":{"code":"sk-secret"}}', undefined],
  ["an error that is text", '{"error":"insufficient_quota"}', undefined],
  ["null", "null", undefined],
  ["a number", "5", undefined],
  ["no JSON", "<html>", undefined],
];

for (const [name, body, expected] of bodies) {
  test(`reads ${name} from a body`, () => assert.is(knownErrorCode(body), expected));
}

test.run();
