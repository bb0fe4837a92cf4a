import { suite } from "uvu";
import * as assert from "uvu/assert";
import { shorten } from "../../../runtime/domain/shorten.ts";

const test = suite("shorten");

test("leaves a text that fits as it is", () => {
  assert.is(shorten("abc", 3), "abc");
});

test("ends a longer text with an ellipsis, within the bound", () => {
  assert.is(shorten("abcd", 3), "ab…");
});

test("cuts no character in two", () => {
  assert.is(shorten("a😀😀b", 3), "a😀…");
  assert.ok(shorten("😀".repeat(50), 40).isWellFormed());
});

test.run();
