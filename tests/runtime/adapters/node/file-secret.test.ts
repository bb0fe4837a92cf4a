import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { FileSecret } from "../../../../runtime/adapters/node/file-secret.ts";

const test = suite("FileSecret");
let folder: string;

test.before.each(() => {
  folder = mkdtempSync(join(tmpdir(), "tocsin-secret-"));
});
test.after.each(() => rmSync(folder, { recursive: true }));

const cases = [
  { name: "a key as it is", content: "sk-1", value: "sk-1" },
  { name: "a key without its line break", content: "sk-1\n", value: "sk-1" },
  { name: "a key with spaces inside", content: " a b \r\n", value: " a b " },
  { name: "nothing from an empty file", content: "", value: undefined },
  { name: "nothing from a line break", content: "\n", value: undefined },
  { name: "nothing from a file that is too large", content: "a".repeat(16_385), value: undefined },
];

for (const { name, content, value } of cases) {
  test(`reads ${name}`, () => {
    const path = join(folder, "key");
    writeFileSync(path, content);
    assert.is(new FileSecret(path).read(), value);
  });
}

test("reads a key again that is swapped as the kubelet does, also after it was gone", () => {
  for (const version of ["v1", "v2"]) {
    mkdirSync(join(folder, version));
    writeFileSync(join(folder, version, "key"), `sk-${version}`);
  }
  symlinkSync("v1", join(folder, "..data"));
  const secret = new FileSecret(join(folder, "..data", "key"));
  assert.is(secret.read(), "sk-v1");
  assert.is(secret.read(), "sk-v1");
  symlinkSync("v2", join(folder, "..next"));
  renameSync(join(folder, "..next"), join(folder, "..data"));
  assert.is(secret.read(), "sk-v2");
  rmSync(join(folder, "v2", "key"));
  assert.is(secret.read(), undefined);
  writeFileSync(join(folder, "v2", "key"), "sk-v3");
  assert.is(secret.read(), "sk-v3");
});

test.run();
