import { suite } from "uvu";
import { packPackage } from "../support/published/pack-package.ts";
import { testPublished } from "../support/published/published-tests.ts";
import { TeamFolder } from "../support/published/team-folder.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const test = suite("the package, packed and installed");

const packed = temporaryFolder();
const folder = TeamFolder.installed(packPackage(packed.path));

test.after(() => {
  folder[Symbol.dispose]();
  packed[Symbol.dispose]();
});

testPublished(test, folder);

test.run();
