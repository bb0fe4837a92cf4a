import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { MAX_BODY_DEPTH, parseBody } from "../../../../runtime/domain/webhook/parse-body.ts";

const read = (text: string) => parseBody(Buffer.from(text, "utf8"));
const objects = (depth: number, core = "{}") => `${'{"a":'.repeat(depth - 1)}${core}${"}".repeat(depth - 1)}`;
const lists = (depth: number) => `{"a":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`;

const test = suite("parseBody");

const bodies: [name: string, text: string, body: unknown][] = [
  ["nothing at all", "", {}],
  ["white space alone", " \r\n\t", {}],
  ["an object", '{"a":[1,"x",null,true]}', { a: [1, "x", null, true] }],
  ["an object after a byte order mark", '\u{feff}{"a":1}', { a: 1 }],
];
for (const [name, text, body] of bodies) {
  test(`reads ${name}`, () => assert.equal(read(text), { body }));
}

const problems: [name: string, text: string, problem: RegExp][] = [
  ["a list", "[1]", /not a JSON object/],
  ["a text", '"secret"', /not a JSON object/],
  ["a number", "1", /not a JSON object/],
  ["null", "null", /not a JSON object/],
  ["what is cut off", '{"a":', /not valid JSON/],
  ["what follows the object", "{} {}", /not valid JSON/],
  ["a trailing comma", '{"a":1,}', /not valid JSON/],
  ["a form", "a=1&b=2", /not valid JSON/],
  ["objects one level too deep", objects(MAX_BODY_DEPTH + 1), /deeper than 64/],
  ["lists one level too deep", lists(MAX_BODY_DEPTH + 1), /deeper than 64/],
  ["lists a hundred thousand levels deep", lists(100_000), /deeper than 64/],
];
for (const [name, text, problem] of problems) {
  test(`refuses ${name} without quoting it`, () => {
    const parsed = read(text);
    assert.match(parsed.problem ?? "", problem);
    assert.not.match(parsed.problem ?? "", /secret|a=1/);
  });
}

test("takes objects and lists of exactly the deepest nesting", () => {
  assert.is(read(objects(MAX_BODY_DEPTH)).problem, undefined);
  assert.is(read(objects(MAX_BODY_DEPTH, '{"scalar":1}')).problem, undefined);
  assert.is(read(lists(MAX_BODY_DEPTH)).problem, undefined);
});

test("refuses bytes that are not UTF-8", () => {
  for (const bytes of [
    [0xff],
    [0x7b, 0xc3, 0x28, 0x7d],
    [0xed, 0xa0, 0x80],
    [0xfe, 0xff, 0x00, 0x7b, 0x00, 0x7d],
  ]) {
    assert.match(parseBody(Uint8Array.from(bytes)).problem ?? "", /UTF-8/);
  }
});

test("keeps keys that mean something to JavaScript as data", () => {
  const { body } = read('{"__proto__":{"a":1},"constructor":2}');
  assert.equal(Object.keys(body ?? {}), ["__proto__", "constructor"]);
  assert.is(({} as Record<string, unknown>)["a"], undefined);
});

test("reads every JSON object that nests within the bound, and throws at nothing", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 8 })), (value) => {
      assert.equal(read(JSON.stringify(value)).body, JSON.parse(JSON.stringify(value)));
    }),
  );
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      const parsed = parseBody(bytes);
      assert.ok((parsed.body === undefined) !== (parsed.problem === undefined));
    }),
  );
});

test.run();
