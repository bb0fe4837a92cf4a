import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parse } from "yaml";
import { listOf, objectText } from "../../../runtime/cli/object-text.ts";

const OBEYED = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;
const READERS: readonly (readonly [format: string, read: (text: string) => unknown])[] = [
  ["json", JSON.parse],
  ["yaml", parse],
];

const test = suite("objectText");

for (const [format, read] of READERS) {
  test(`writes ${format} that gives back whatever it was, and that no terminal obeys`, async () => {
    const nasty = fc.constantFrom(
      "\x1b[2J",
      "\x9b31m",
      "\x7f",
      "\u202e",
      "\u2028",
      "\n",
      "a",
      ": ",
      "#",
      "'",
      '"',
      "\\u009b",
    );
    const text = fc.array(nasty, { maxLength: 8 }).map((parts) => parts.join(""));
    const object = fc.record({
      a: text,
      list: fc.array(text, { maxLength: 3 }),
      map: fc.dictionary(text, text),
    });
    await fc.assert(
      fc.asyncProperty(object, async (value) => {
        const written = await objectText(value, format);
        assert.not.match(written, OBEYED);
        // As it is printed.
        assert.equal(read(`${written}\n`), { ...value, map: { ...value.map } });
      }),
    );
  });
}

test("leaves readable what is safe", async () => {
  assert.is(await objectText({ output: "one\ntwo\n" }, "yaml"), "output: |\n  one\n  two");
});

test.run();

const list = suite("listOf");
list("is a list as kubectl prints one", () => {
  assert.equal(listOf([1]), {
    apiVersion: "v1",
    kind: "List",
    metadata: { resourceVersion: "" },
    items: [1],
  });
});
list.run();
