import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { temporaryFolder } from "../support/temporary-folder.ts";
import type { ControlPlane } from "./control-plane/control-plane.ts";
import { type CommandResult, runCommand } from "./control-plane/run-command.ts";
import { SHARED_CLUSTER, startControlPlane } from "./control-plane/start-control-plane.ts";
import { leaveOut } from "./leave-out.ts";

const mainPath = fileURLToPath(new URL("./main.ts", import.meta.url));
const SUITES = ["cli/fire", "pods/whole-way"].map((name) => `tests/integration/${name}.cluster.test.ts`);
/** As a machine answers whose containers may make no namespaces. */
const POWERLESS = "#!/bin/sh\necho 'Operation not permitted' >&2\nexit 1\n";

const test = suite("a machine that can't run a kubelet");
let plane: ControlPlane;

test.before(async () => {
  plane = await startControlPlane();
});

test.after(async () => {
  await plane.stop();
});

async function runTests(variables: Readonly<Record<string, string>>): Promise<CommandResult> {
  using folder = temporaryFolder();
  writeFileSync(join(folder.path, "unshare"), POWERLESS);
  chmodSync(join(folder.path, "unshare"), 0o755);
  const env = { PATH: `${folder.path}:${process.env["PATH"]}`, [SHARED_CLUSTER]: plane.folder, ...variables };
  return await runCommand(process.execPath, ["--disable-warning=ExperimentalWarning", mainPath, ...SUITES], {
    env,
  });
}

test("is told which suites were left out and why", async () => {
  if (!plane.isOwned) return leaveOut("a machine without a kubelet", "the cluster is that of KUBECONFIG");
  const { code, stdout } = await runTests({ CI: "" });
  assert.match(stdout, `left out: ${SUITES.join(", ")}: this machine can't run a node: `);
  assert.match(stdout, "Operation not permitted");
  assert.match(stdout, /^0 passed, 0 failed$/m);
  assert.is(code, 0);
});

test("fails in CI, where nothing may be left out", async () => {
  if (!plane.isOwned) return leaveOut("a machine without a kubelet", "the cluster is that of KUBECONFIG");
  const { code, stdout } = await runTests({ CI: "true" });
  assert.match(stdout, "in CI nothing may be left out");
  assert.match(stdout, /^0 passed, 1 failed$/m);
  assert.is(code, 1);
});

test.run();
