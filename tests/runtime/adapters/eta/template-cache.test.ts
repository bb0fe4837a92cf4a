import { suite } from "uvu";
import * as assert from "uvu/assert";
import { TemplateCache } from "../../../../runtime/adapters/eta/template-cache.ts";
import type { CompiledTemplate } from "../../../../runtime/ports/templates.ts";

const test = suite("TemplateCache");

const compiled = (): CompiledTemplate => ({
  kind: "compiled",
  references: [],
  render: () => ({ kind: "text", text: "" }),
});

test("gives back what it keeps", () => {
  const cache = new TemplateCache();
  const template = compiled();
  cache.set("a", template);
  assert.is(cache.get("a"), template);
  assert.is(cache.get("b"), undefined);
});

test("drops the least recently used one when there are too many", () => {
  const cache = new TemplateCache({ templates: 2, units: 100 });
  cache.set("a", compiled());
  cache.set("b", compiled());
  cache.get("a");
  cache.set("c", compiled());
  assert.ok(cache.get("a"));
  assert.is(cache.get("b"), undefined);
  assert.ok(cache.get("c"));
  assert.is(cache.size, 2);
});

test("drops as many as a long one needs", () => {
  const cache = new TemplateCache({ templates: 10, units: 10 });
  for (const source of ["aaa", "bbb", "ccc"]) cache.set(source, compiled());
  cache.set("1234567", compiled());
  assert.equal([cache.get("aaa"), cache.get("bbb")], [undefined, undefined]);
  assert.ok(cache.get("ccc"));
  assert.ok(cache.get("1234567"));
});

test("keeps nothing that alone is too long", () => {
  const cache = new TemplateCache({ templates: 10, units: 10 });
  cache.set("12345678901", compiled());
  assert.is(cache.size, 0);
  cache.set("a", compiled());
  assert.is(cache.size, 1, "its units are given back");
});

test("counts a source that is set again once", () => {
  const cache = new TemplateCache({ templates: 10, units: 10 });
  for (let round = 0; round < 5; round++) cache.set("12345", compiled());
  cache.set("67890", compiled());
  assert.is(cache.size, 2);
});

test.run();
