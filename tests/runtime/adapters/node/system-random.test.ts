import { suite } from "uvu";
import * as assert from "uvu/assert";
import { SystemRandom } from "../../../../runtime/adapters/node/system-random.ts";

const random = new SystemRandom();

const test = suite("SystemRandom");

test("gives as many bytes as it is asked for, and others each time", () => {
  assert.is(random.bytes(32).length, 32);
  assert.not.equal(random.bytes(32), random.bytes(32));
});

test("gives no byte twice, however many are asked for", () => {
  const given = [1, 16, 4_000, 100, 4_096, 5_000, 32, 0].map((count) => random.bytes(count));
  assert.equal(
    given.map((bytes) => bytes.length),
    [1, 16, 4_000, 100, 4_096, 5_000, 32, 0],
  );
  const quads = given.flatMap((bytes) =>
    Array.from({ length: bytes.length >> 2 }, (_, at) =>
      Buffer.from(bytes.slice(at * 4, at * 4 + 4)).toString("hex"),
    ),
  );
  assert.ok(new Set(quads).size > quads.length - 5, "four bytes hardly ever come twice, and zeros never");
  assert.not.ok(quads.includes("00000000"));
});

test("gives fractions in [0, 1)", () => {
  for (let draw = 0; draw < 1_000; draw++) {
    const fraction = random.fraction();
    assert.ok(fraction >= 0 && fraction < 1);
  }
});

test("gives random UUIDs", () => {
  assert.match(random.uuid(), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.is.not(random.uuid(), random.uuid());
});

test.run();
