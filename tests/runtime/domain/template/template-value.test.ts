import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  elementAt,
  isEmpty,
  jsonOf,
  ownField,
  type TemplateValue,
  textOf,
} from "../../../../runtime/domain/template/template-value.ts";

const test = suite("ownField");

test("reads own properties and nothing of a prototype", () => {
  const own = JSON.parse('{"__proto__":1,"constructor":2,"length":3}') as TemplateValue;
  assert.equal(
    [ownField(own, "__proto__"), ownField(own, "constructor"), ownField(own, "length")],
    [1, 2, 3],
  );
  for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"])
    assert.is(ownField({}, name), undefined);
});

test("finds no field in what is no object", () => {
  assert.is(ownField([1, 2], "length"), undefined);
  assert.is(ownField("text", "length"), undefined);
  assert.is(ownField(null, "a"), undefined);
  assert.is(ownField(5, "toFixed"), undefined);
});

test.run();

const element = suite("elementAt");

element("reads a list by position from 0 and an object by key", () => {
  assert.is(elementAt(["a", "b"], 1), "b");
  assert.is(elementAt({ "odd key": null }, "odd key"), null);
});

element("finds nothing beyond the end, between positions, or by a key of the wrong kind", () => {
  for (const key of [2, -1, 0.5, Number.NaN, "0", "length", true, null])
    assert.is(elementAt(["a", "b"], key), undefined);
  assert.is(elementAt({ "0": "a" }, 0), undefined);
  assert.is(elementAt("text", 0), undefined);
});

element.run();

const empty = suite("isEmpty");

empty("agrees with sprig", () => {
  for (const value of ["", 0, false, null, [], {}]) assert.ok(isEmpty(value), JSON.stringify(value));
  for (const value of [" ", "0", "false", -1, true, [null], { a: null }])
    assert.not.ok(isEmpty(value), JSON.stringify(value));
});

empty.run();

const text = suite("textOf");

text("writes strings as they are and everything else as JSON", () => {
  assert.is(textOf('a "b"'), 'a "b"');
  assert.is(textOf(1.5), "1.5");
  assert.is(textOf(false), "false");
  assert.is(textOf({ a: [null, "\u2028"] }), '{"a":[null,"\u2028"]}');
});

text("gives up on what is nested beyond the stack instead of throwing", () => {
  let deep: TemplateValue = [];
  for (let level = 0; level < 200_000; level++) deep = [deep];
  assert.is(textOf(deep), undefined);
  assert.is(jsonOf(deep), undefined);
});

text.run();
