import { suite } from "uvu";
import * as assert from "uvu/assert";
import { DEFINITIONS } from "../../../lib/api/definitions.ts";
import * as addresses from "../../../runtime/cli/resource-types.ts";

const test = suite("resource types");

test("are those of the definitions", () => {
  const short = Object.values(addresses);
  assert.is(short.length, DEFINITIONS.length);
  for (const address of short) {
    const definition = DEFINITIONS.find(({ kind }) => kind === address.kind);
    for (const [field, value] of Object.entries(address)) {
      assert.equal(definition?.[field as keyof typeof definition], value, `${address.kind}.${field}`);
    }
  }
});

test.run();
