import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

// The package exports its manifest and its library, but not the command.
const manifest = createRequire(import.meta.url).resolve("cdk8s-cli/package.json");
const cli = join(dirname(manifest), "bin", "cdk8s");

/**
 * Writes one TypeScript construct a kind into `outdir`, from the file of CRDs.
 * @throws Error with the CLI's output when it fails.
 */
export async function generateImports(crds: string, outdir: string): Promise<void> {
  // Without the two switches the CLI asks the registry for a newer version and edits cdk8s.yaml.
  const options = ["--language", "typescript", "--check-upgrade=false", "--no-save"];
  await promisify(execFile)(process.execPath, [cli, "import", crds, "--output", outdir, ...options], {
    env: { ...process.env, CDK8S_CHECK_UPGRADE: "false" },
  });
}
