import { suite } from "uvu";
import * as assert from "uvu/assert";
import { OneAfterAnother } from "../../../runtime/reconcilers/one-after-another.ts";

const test = suite("OneAfterAnother");

test("begins work of a key once the work before it has ended, and that of another key at once", async () => {
  const said: string[] = [];
  const work = (name: string, until: Promise<void>) => async () => {
    said.push(`${name} begins`);
    await until;
    said.push(`${name} ends`);
  };
  const first = Promise.withResolvers<void>();
  const line = new OneAfterAnother();
  const all = [
    line.do("a", work("one", first.promise)),
    line.do("a", work("two", Promise.resolve())),
    line.do("b", work("other", Promise.resolve())),
  ];
  await all[2];
  assert.equal(said, ["one begins", "other begins", "other ends"]);
  first.resolve();
  await Promise.all(all);
  assert.equal(said.slice(3), ["one ends", "two begins", "two ends"]);
});

test("goes on after work that failed, and tells who asked for it alone", async () => {
  const line = new OneAfterAnother();
  const failed = line.do("a", () => Promise.reject(new Error("no")));
  const next = line.do("a", async () => "done");
  assert.is(await failed.catch((error: Error) => error.message), "no");
  assert.is(await next, "done");
});

test.run();
