import { execFileSync } from "node:child_process";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { packPackage } from "../support/published/pack-package.ts";
import { testPublished } from "../support/published/published-tests.ts";
import { TeamFolder } from "../support/published/team-folder.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const test = suite("the packed package");

const packed = temporaryFolder();
const tarball = packPackage(packed.path);
const folder = TeamFolder.linked(tarball);

test.after(() => {
  folder[Symbol.dispose]();
  packed[Symbol.dispose]();
});

test("holds JavaScript, declarations and documents, and nothing else", () => {
  const files = execFileSync("tar", ["-tzf", tarball], { encoding: "utf8" }).trim().split("\n");
  for (const file of files)
    assert.match(
      file,
      /^package\/(?:out\/.*\.(?:js|d\.ts)|out\/bundle\/THIRD-PARTY\.txt|package\.json|LICENSE|README\.md)$/,
    );
  assert.not.ok(files.some((file) => file.endsWith("operator.js") && file.includes("/bundle/operator.js")));
});

testPublished(test, folder);

test.run();
