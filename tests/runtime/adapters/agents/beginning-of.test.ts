import { suite } from "uvu";
import * as assert from "uvu/assert";
import { beginningOf } from "../../../../runtime/adapters/agents/beginning-of.ts";

const test = suite("beginningOf");

/** A body that comes in pieces, and how many of them were fetched. */
function aBody(...texts: readonly string[]) {
  const body = {
    fetched: 0,
    async *[Symbol.asyncIterator]() {
      for (const text of texts) {
        body.fetched += 1;
        yield Buffer.from(text);
      }
    },
  };
  return body;
}

for (const [what, texts, text] of [
  ["nothing", [], ""],
  ["a whole answer that is short", ["ab", "c"], "abc"],
  ["a whole answer of just the length", ["abc", "de"], "abcde"],
  ["the beginning of a long one", ["abcd", "efgh", "i"], "abcde"],
] as const) {
  test(`reads ${what}`, async () => assert.is(await beginningOf(aBody(...texts), 5), text));
}

test("fetches nothing once it has enough", async () => {
  const body = aBody("abc", "de", "fg", "hi");
  assert.is(await beginningOf(body, 5), "abcde");
  assert.is(body.fetched, 2);
});

test("puts a letter together that comes in two pieces", async () => {
  const [first, second] = Buffer.from("\u00e4");
  async function* body() {
    yield Uint8Array.of(first ?? 0);
    yield Uint8Array.of(second ?? 0);
  }
  assert.is(await beginningOf(body(), 5), "\u00e4");
});

test.run();
