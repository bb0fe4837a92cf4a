import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  KubeconfigError,
  readKubeconfigs,
} from "../../../../runtime/adapters/kubeconfig/read-kubeconfigs.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const test = suite("readKubeconfigs");

test("has the first file that names something decide on it", async () => {
  using folder = temporaryFolder();
  const paths = ["first", "second"].map((name) => join(folder.path, name));
  for (const path of paths)
    writeFileSync(path, JSON.stringify({ users: [{ name: "me", user: { token: path } }] }));
  const entries = await readKubeconfigs(paths);
  assert.is(entries?.users.get("me")?.token, paths[0]);
  assert.is(entries?.currentContext, undefined);
});

test("finds nothing where no file is", async () => {
  assert.is(await readKubeconfigs(["/nowhere/at/all"]), undefined);
});

test("says of a path that is no file that it can't be read", async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, "folder");
  mkdirSync(path);
  chmodSync(path, 0o700);
  const error = await readKubeconfigs([path]).catch((thrown: unknown) => thrown);
  assert.instance(error, KubeconfigError);
  assert.is((error as Error).message, `the kubeconfig ${path} can't be read: EISDIR`);
});

test.run();
