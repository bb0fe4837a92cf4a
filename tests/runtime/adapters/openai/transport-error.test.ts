import { suite } from "uvu";
import * as assert from "uvu/assert";
import { transportError } from "../../../../runtime/adapters/openai/transport-error.ts";
import { ModelErrorReason } from "../../../../runtime/ports/model.ts";

const test = suite("transportError");
const coded = (code: string) => Object.assign(new Error("secret"), { code, data: "secret" });
const R = ModelErrorReason;

const causes: readonly (readonly [string, unknown, ModelErrorReason, boolean])[] = [
  ["ECONNREFUSED", coded("ECONNREFUSED"), R.unreachable, true],
  ["ENOTFOUND", coded("ENOTFOUND"), R.unreachable, true],
  ["a connection timeout", coded("UND_ERR_CONNECT_TIMEOUT"), R.unreachable, true],
  [
    "one refusal for each address",
    new AggregateError([coded("ECONNREFUSED"), coded("ENETUNREACH")]),
    R.unreachable,
    true,
  ],
  ["a cut body", new TypeError("terminated", { cause: coded("UND_ERR_SOCKET") }), R.unreachable, true],
  ["no cause at all", new TypeError("terminated"), R.unreachable, true],
  ["what is no error", "secret", R.unreachable, true],
  ["a certificate that has expired", coded("CERT_HAS_EXPIRED"), R.tls, false],
  ["a name that is not the certificate's", coded("ERR_TLS_CERT_ALTNAME_INVALID"), R.tls, false],
  ["an unknown issuer", coded("UNABLE_TO_GET_ISSUER_CERT_LOCALLY"), R.tls, false],
  ["an OpenSSL error", coded("ERR_SSL_WRONG_VERSION_NUMBER"), R.tls, false],
  ["an answer that is no HTTP", coded("HPE_INVALID_CONSTANT"), R.malformed, true],
  ["headers beyond bounds", coded("UND_ERR_HEADERS_OVERFLOW"), R.malformed, true],
  ["a bad compression", coded("Z_DATA_ERROR"), R.malformed, true],
];

for (const [name, cause, reason, isRetryable] of causes) {
  test(`makes ${reason} of ${name} and keeps nothing of the error`, () => {
    const error = transportError(new TypeError("fetch failed: secret", { cause }), "host:1");
    assert.is(error.reason, reason);
    assert.is(error.isRetryable, isRetryable);
    if (reason !== R.malformed) assert.match(error.message, "host:1");
    assert.not.match(`${error.stack}${error.cause}`, "secret");
  });
}

test("ends where causes go in a circle", () => {
  const circle = new Error("secret");
  circle.cause = circle;
  assert.is(transportError(circle, "h").reason, R.unreachable);
});

test.run();
