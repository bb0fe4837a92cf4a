import { readFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { DEFAULT_IMAGE, RELEASE } from "../../../lib/api/group.ts";

const test = suite("RELEASE");

test("is the package's version, and the default image's tag", () => {
  assert.is(RELEASE, JSON.parse(readFileSync("package.json", "utf8")).version);
  assert.is(DEFAULT_IMAGE, `tocsin:${RELEASE}`);
});

test.run();
