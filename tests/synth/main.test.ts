import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { differingFiles } from "../support/differing-files.ts";

const test = suite("synth/main.ts");

const require = createRequire(import.meta.url);
const cdk8s = join(dirname(require.resolve("cdk8s-cli/package.json")), "bin", "cdk8s");
const tsx = require.resolve("tsx/cli");
const { PATH, HOME } = process.env;

function inFolder(run: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), "tocsin-synth-"));
  try {
    run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test("gives, by `cdk8s synth`, the files that are committed", () => {
  inFolder((folder) => {
    const out = join(folder, "dist");
    const env = { PATH, HOME, CDK8S_CHECK_UPGRADE: "false" };
    execFileSync(process.execPath, [cdk8s, "synth", "--output", out], { env, stdio: "pipe" });
    assert.equal(differingFiles("dist", out), []);
  });
});

test("gives the same files by itself, the image of the settings to the operator alone, and the model to the examples", () => {
  inFolder((folder) => {
    const synth = (name: string, settings: object) => {
      const out = join(folder, name);
      execFileSync(process.execPath, [tsx, "synth/main.ts"], {
        env: { PATH, CDK8S_OUTDIR: out, ...settings },
      });
      return out;
    };
    const first = synth("first", {});
    assert.equal(differingFiles("dist", first), []);
    const imaged = synth("imaged", { TOCSIN_IMAGE: "registry.example/tocsin:1" });
    assert.equal(differingFiles("dist", imaged), [{ file: "operator.k8s.yaml", difference: "changed" }]);
    const other = synth("first", { TOCSIN_EXAMPLE_MODEL: "llama3.2" });
    const changed = differingFiles("dist", other);
    assert.ok(changed.length > 0);
    assert.ok(
      changed.every(({ file, difference }) => file.startsWith("examples") && difference === "changed"),
    );
  });
});

test("refuses, either way, an image that may be another one tomorrow", () => {
  inFolder((folder) => {
    const env = { PATH, HOME, CDK8S_CHECK_UPGRADE: "false", TOCSIN_IMAGE: "tocsin:latest" };
    const out = join(folder, "dist");
    for (const args of [
      [cdk8s, "synth", "--output", out],
      [tsx, "synth/main.ts"],
    ]) {
      const options = { env: { ...env, CDK8S_OUTDIR: out }, encoding: "utf8" } as const;
      const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
      assert.is.not(status, 0);
      assert.match(`${stdout}${stderr}`, '"tocsin:latest" may be another image tomorrow');
    }
    assert.not(existsSync(join(out, "operator.k8s.yaml")));
  });
});

test.run();
