/**
 * Runs every test that needs a Kubernetes cluster: `node tests/cluster/main.ts [--only <substring>] <folder>…`
 *
 * One control plane is started, shared by all `*.cluster.test.ts`, and stopped. It gets a node for those that
 * start one, which come last: the others make pods that no kubelet may touch. What was left out
 * is said at the end, with the reason; in CI (`CI=true`) that is a failure. The last line is
 * `N passed, N failed`.
 */
import { BinaryIsUnavailable, findBinary } from "./control-plane/binaries/find-binary.ts";
import type { ControlPlane } from "./control-plane/control-plane.ts";
import { startControlPlane } from "./control-plane/start-control-plane.ts";
import { NodeIsUnavailable } from "./node/probe-machine.ts";
import { startNode } from "./node/start-node.ts";
import { runTests, sumOf, type TestTotals } from "./run-tests.ts";
import { type ClusterTests, selectTests } from "./select-tests.ts";

const isCi = !["", "false", "0"].includes(process.env["CI"] ?? "");
const write = (line: string) => void process.stdout.write(`${line}\n`);

let controlPlane: ControlPlane | undefined;
const interruption = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => void end(signal));

const totals = await runWithCluster(selectTests(process.argv.slice(2)));
for (const reason of totals.leftOut) write(`left out: ${reason}`);
if (totals.leftOut.length === 0) write("nothing was left out");
const failed = totals.failed + (isCi ? totals.leftOut.length : 0);
if (isCi && totals.leftOut.length > 0) write("in CI nothing may be left out: each counts as a failure");
write(`${totals.passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

async function runWithCluster(tests: ClusterTests): Promise<TestTotals> {
  try {
    controlPlane = await startControlPlane(write);
    await findBinary("kubectl", write); // built here, where it can be seen, and not in the middle of a test
  } catch (error) {
    await controlPlane?.stop();
    if (!(error instanceof BinaryIsUnavailable)) throw error;
    return leftOut(`every test that needs a cluster: ${error.message}`);
  }
  try {
    const first = await runTests(tests.withoutNode, controlPlane.folder, interruption.signal);
    return sumOf(first, await runWithNode(tests.onNode, controlPlane));
  } finally {
    await controlPlane.stop();
  }
}

async function runWithNode(files: readonly string[], plane: ControlPlane): Promise<TestTotals> {
  if (files.length === 0) return leftOut();
  try {
    await startNode(plane, write);
  } catch (error) {
    if (!(error instanceof NodeIsUnavailable)) throw error;
    return leftOut(`${files.join(", ")}: this machine can't run a node: ${error.message}`);
  }
  return await runTests(files, plane.folder, interruption.signal);
}

function leftOut(...reasons: readonly string[]): TestTotals {
  return { passed: 0, failed: 0, leftOut: reasons };
}

/** Whatever is left after this, such as a component that is just being started, the guardian ends. */
async function end(signal: NodeJS.Signals): Promise<void> {
  write(`ended by ${signal}`);
  interruption.abort();
  await controlPlane?.stop();
  process.exit(1);
}
