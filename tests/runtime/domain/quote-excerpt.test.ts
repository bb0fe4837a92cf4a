import { suite } from "uvu";
import * as assert from "uvu/assert";
import { quoteExcerpt } from "../../../runtime/domain/quote-excerpt.ts";

const test = suite("quoteExcerpt");

test("quotes short text whole, with what can't be seen spelt out", () => {
  assert.is(quoteExcerpt('a "b"\n'), '"a \\"b\\"\\n"');
});

test("cuts long text", () => {
  assert.is(quoteExcerpt("x".repeat(41)), `"${"x".repeat(40)}…"`);
});

test.run();
