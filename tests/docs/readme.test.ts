import { readFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { DEFINITIONS } from "../../lib/api/definitions.ts";
import { OPERATOR_SETTINGS } from "../../runtime/composition/operator-settings.ts";
import { SETTINGS } from "../../runtime/composition/settings.ts";
import { StreamEventName } from "../../runtime/domain/stream/stream-event.ts";
import { STAND_IN_MODES } from "../../runtime/http/stand-in-model/stand-in-modes.ts";

const test = suite("readme");

const readme = readFileSync("README.md", "utf8");

const tables = [...readme.matchAll(/\| variable \| default \| meaning \|\n\|[-|]+\|\n([\s\S]*?)\n\n/g)].map(
  ([, rows = ""]) => rows.split("\n"),
);

for (const [name, settings, rows] of [
  ["of every process", SETTINGS, tables[0]],
  ["of the operator", OPERATOR_SETTINGS, tables[1]],
] as const) {
  test(`shows every setting ${name}, and no other, as the code knows it`, () => {
    assert.equal(
      rows,
      settings.map((each) => `| \`${each.name}\` | ${each.byDefault} | ${each.meaning} |`),
    );
  });
}

test("names every kind", () => {
  for (const { kind } of DEFINITIONS) assert.match(readme, `\`${kind}\``);
});

test("names every way in which the stand-in answers wrongly", () => {
  for (const mode of STAND_IN_MODES) assert.match(readme, mode);
});

test("names every event of a stream", () => {
  for (const name of Object.values(StreamEventName)) assert.match(readme, `\`${name}\``);
});

test("states the two commands", () => {
  assert.match(readme, "npm ci && npm start");
  assert.match(readme, "npm ci && npm test");
});

test.run();
