import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parse } from "yaml";
import { writeKubeconfig } from "../../../../runtime/adapters/node/write-kubeconfig.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const test = suite("writeKubeconfig");
const FACTS = { server: "https://127.0.0.1:6443", certificate: "PEM", token: "secret-token" };

test("writes what kubectl needs, for its owner alone", () => {
  using folder = temporaryFolder();
  const path = join(folder.path, "new", "kubeconfig");
  writeKubeconfig(path, FACTS);
  assert.is(statSync(path).mode & 0o777, 0o600);
  assert.is(statSync(join(folder.path, "new")).mode & 0o777, 0o700);
  const config = parse(readFileSync(path, "utf8"));
  assert.is(config["current-context"], "tocsin-standalone");
  assert.equal(config.contexts[0], {
    name: "tocsin-standalone",
    context: { cluster: "tocsin-standalone", user: "tocsin-standalone", namespace: "default" },
  });
  assert.equal(config.clusters[0].cluster, { server: FACTS.server, "certificate-authority-data": "UEVN" });
  assert.equal(config.users[0].user, { token: "secret-token" });
});

test("replaces a file that others could read, and a link but not what it leads to", () => {
  using folder = temporaryFolder();
  const path = join(folder.path, "kubeconfig");
  writeFileSync(path, "old", { mode: 0o644 });
  writeKubeconfig(path, FACTS);
  assert.is(statSync(path).mode & 0o777, 0o600);
  const target = join(folder.path, "target");
  writeFileSync(target, "untouched");
  const link = join(folder.path, "link");
  symlinkSync(target, link);
  writeKubeconfig(link, FACTS);
  assert.is(readFileSync(target, "utf8"), "untouched");
});

test("leaves nothing behind where it fails, and says nothing of the token", () => {
  using folder = temporaryFolder();
  const path = join(folder.path, "kubeconfig");
  mkdirSync(path);
  mkdirSync(join(path, "in-the-way"));
  try {
    writeKubeconfig(path, FACTS);
    assert.unreachable();
  } catch (error) {
    assert.not.match(String(error), "secret-token");
  }
  assert.equal(readdirSync(folder.path), ["kubeconfig"]);
});

test.run();
