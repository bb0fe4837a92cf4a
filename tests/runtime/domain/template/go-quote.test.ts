import { suite } from "uvu";
import * as assert from "uvu/assert";
import { goQuote } from "../../../../runtime/domain/template/go-quote.ts";

const test = suite("goQuote");

/** What strconv.Quote of Go 1.26 answers. */
const answers: readonly (readonly [text: string, quoted: string])[] = [
  ["", '""'],
  ["a 'b' `c`", "\"a 'b' `c`\""],
  ['"\\', String.raw`"\"\\"`],
  ["\u0007\b\f\n\r\t\v", String.raw`"\a\b\f\n\r\t\v"`],
  ["\u0000\u001b\u007f", String.raw`"\x00\x1b\x7f"`],
  ["\u00a0\u00ad\u200b\u2028\ufeff", String.raw`"\u00a0\u00ad\u200b\u2028\ufeff"`],
  ["Zürich 日本 \u{1F514}", '"Zürich 日本 \u{1F514}"'],
  ["\u{E0001}", String.raw`"\U000e0001"`],
  ["\ufffd", '"\ufffd"'],
];

for (const [text, quoted] of answers)
  test(`quotes ${JSON.stringify(text)}`, () => assert.is(goQuote(text), quoted));

test("writes half a surrogate pair as the replacement character", () => {
  assert.is(goQuote("a\ud800b\udc00"), String.raw`"a\ufffdb\ufffd"`);
});

test.run();
