import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  decodeContinueToken,
  encodeContinueToken,
} from "../../../../runtime/adapters/sqlite/continue-token.ts";

const test = suite("decodeContinueToken");

test("reads back what was encoded", () => {
  const token = fc.record({ version: fc.nat(), namespace: fc.string(), name: fc.string() });
  fc.assert(
    fc.property(token, (given) => {
      const text = encodeContinueToken({
        ...given,
        name: given.name.toWellFormed(),
        namespace: given.namespace.toWellFormed(),
      });
      assert.equal(decodeContinueToken(text), {
        ...given,
        name: given.name.toWellFormed(),
        namespace: given.namespace.toWellFormed(),
      });
      assert.match(text, /^[-_A-Za-z0-9]+$/);
    }),
  );
});

test("answers undefined for any other text", () => {
  fc.assert(fc.property(fc.string(), (text) => assert.is(decodeContinueToken(text), undefined)));
  for (const value of ["null", "[1]", '["1","a","b"]', "[1,2,3]", "{}", '[1.5,"a","b"]']) {
    assert.is(decodeContinueToken(Buffer.from(value).toString("base64url")), undefined, value);
  }
});

test.run();
