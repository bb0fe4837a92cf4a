import { suite } from "uvu";
import * as assert from "uvu/assert";
import { closed } from "../../../lib/teams/closed.ts";
import { InvalidConstructError } from "../../../lib/teams/invalid-construct-error.ts";
import { aChart } from "../../support/a-chart.ts";

const test = suite("closed");

class Bell {
  readonly tone = "c";
  ring(times: number): string {
    return this.tone.repeat(times);
  }
}
const bell = closed<Bell & Readonly<Record<string, unknown>>>(
  aChart(),
  new Bell() as Bell & Readonly<Record<string, unknown>>,
  (name) => `a bell has no ${name}`,
);

test("has what the table has, methods too", () => {
  assert.is(bell.tone, "c");
  assert.is(bell.ring(2), "cc");
  assert.equal(Object.keys(bell), ["tone"]);
  assert.is("colour" in bell, false);
});

test("refuses to be asked for anything else, with the construct's path", () => {
  for (const name of ["colour", "Tone", "0"])
    assert.throws(
      () => bell[name],
      (error: unknown) => error instanceof InvalidConstructError && error.path === "test",
    );
  assert.throws(() => bell["colour"], /^test: a bell has no colour$/);
});

test("lets tools look at it, which ask any object for the same", async () => {
  assert.is(JSON.stringify(bell), '{"tone":"c"}');
  assert.is(await bell, bell);
  assert.match(String(bell), "[object Object]");
});

test.run();
