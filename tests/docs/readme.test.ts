import { readFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { DEFINITIONS } from "../../lib/api/definitions.ts";
import { SETTINGS } from "../../runtime/composition/settings.ts";
import { STAND_IN_MODES } from "../../runtime/http/stand-in-model/stand-in-modes.ts";

const test = suite("readme");

const readme = readFileSync("README.md", "utf8");

test("shows every setting, and no other, as the code knows it", () => {
  const [, table = ""] = /\| variable \| default \| meaning \|\n\|[-|]+\|\n([\s\S]*?)\n\n/.exec(readme) ?? [];
  const expected = SETTINGS.map(
    ({ name, byDefault, meaning }) => `| \`${name}\` | ${byDefault} | ${meaning} |`,
  );
  assert.equal(table.split("\n"), expected);
});

test("names every kind", () => {
  for (const { kind } of DEFINITIONS) assert.match(readme, `\`${kind}\``);
});

test("names every way in which the stand-in answers wrongly", () => {
  for (const mode of STAND_IN_MODES) assert.match(readme, mode);
});

test("states the two commands", () => {
  assert.match(readme, "npm ci && npm start");
  assert.match(readme, "npm ci && npm test");
});

test.run();
