import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CliError } from "../../../../runtime/cli/cli-error.ts";
import { readInput } from "../../../../runtime/cli/runs/read-input.ts";

const test = suite("readInput");

const sources = {
  readFile: (path: string) => {
    if (path === "input.json") return '\ufeff{"from": "file"}';
    throw Object.assign(new Error("no"), { code: "ENOENT" });
  },
  readStandardInput: () => '{"from": "stdin"}',
};

const read: readonly (readonly [flag: string | undefined, input: Readonly<Record<string, string>>])[] = [
  [undefined, {}],
  ["{}", {}],
  ['{"topic": "bells"}', { topic: "bells" }],
  ['{"n": 3, "ok": true, "no": null, "list": [1, "a"]}', { n: "3", ok: "true", no: "null", list: '[1,"a"]' }],
  ['{"__proto__": "x"}', JSON.parse('{"__proto__": "x"}')],
  ["@input.json", { from: "file" }],
  ["-", { from: "stdin" }],
];
for (const [flag, input] of read) {
  test(`reads ${flag ?? "nothing"}`, () => assert.equal(readInput(flag, sources), input));
}

const refused: readonly (readonly [flag: string, message: string])[] = [
  ["", "the input is not JSON"],
  ["{topic: s3cret}", "the input is not JSON"],
  ["[]", "the input is a list"],
  ["null", "the input is null"],
  ['"text"', "the input is a string"],
  ["@gone.json", "the input can't be read from gone.json: ENOENT"],
  [JSON.stringify({ long: "x".repeat(524_288) }), "the input is longer than 524288 bytes"],
];
for (const [flag, message] of refused) {
  test(`refuses ${flag.slice(0, 20)}: ${message}`, () => {
    try {
      readInput(flag, sources);
      assert.unreachable();
    } catch (error) {
      assert.instance(error, CliError);
      assert.is((error as CliError).message, message);
      assert.ok((error as CliError).advice);
    }
  });
}

test.run();
