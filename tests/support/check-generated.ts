/**
 * Fails when dist/ or imports/ is not what the source gives: a part of `npm run check`.
 *
 * Both are made anew in a temporary folder and compared. Exit code 1 names each file and the command to run.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { generateImports } from "../../synth/generate-imports.ts";
import { differingFiles } from "./differing-files.ts";

const tsx = createRequire(import.meta.url).resolve("tsx/cli");
const folder = mkdtempSync(join(tmpdir(), "tocsin-generated-"));
const manifests = join(folder, "dist");
const imports = join(folder, "imports");

try {
  // Whoever runs the check may have set what changes the manifests: the committed ones hold the defaults.
  const { PATH } = process.env;
  await promisify(execFile)(process.execPath, [tsx, "synth/main.ts"], {
    env: { PATH, CDK8S_OUTDIR: manifests },
  });
  await generateImports(join(manifests, "crds.k8s.yaml"), imports);
  report("dist", manifests, "npm run synth");
  report("imports", imports, "npm run import");
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function report(committed: string, fresh: string, command: string): void {
  for (const { file, difference } of differingFiles(committed, fresh)) {
    console.error(`${committed}/${file} is ${difference}: run \`${command}\` and commit what it writes`);
    process.exitCode = 1;
  }
}
