/**
 * Runs every test that needs a Kubernetes cluster: `node tests/cluster/main.ts [--only <substring>] <folder>…`
 *
 * A control plane is started, shared by all `*.cluster.test.ts` that need no node, and stopped. Those that start a node
 * have another one beside it: the others make pods that no kubelet may touch. On a cluster that `KUBECONFIG` names, they
 * come last. What was left out is said at the end, with the reason; in CI (`CI=true`) that is a failure. The last line is
 * `N passed, N failed`.
 */
import { builtBundles } from "../support/built-bundles.ts";
import { BUILT_OPERATOR } from "../support/operator/operator-replica.ts";
import { BinaryIsUnavailable, findBinary } from "./control-plane/binaries/find-binary.ts";
import type { ControlPlane } from "./control-plane/control-plane.ts";
import { startControlPlane } from "./control-plane/start-control-plane.ts";
import { NodeIsUnavailable } from "./node/probe-machine.ts";
import { startNode } from "./node/start-node.ts";
import { runTests, sumOf, type TestTotals } from "./run-tests.ts";
import { type ClusterTests, selectTests } from "./select-tests.ts";

const isCi = !["", "false", "0"].includes(process.env["CI"] ?? "");
const write = (line: string) => void process.stdout.write(`${line}\n`);

const planes: ControlPlane[] = [];
const interruption = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => void end(signal));

const totals = await runWithCluster(selectTests(process.argv.slice(2)));
for (const reason of totals.leftOut) write(`left out: ${reason}`);
if (totals.leftOut.length === 0) write("nothing was left out");
const failed = totals.failed + (isCi ? totals.leftOut.length : 0);
if (isCi && totals.leftOut.length > 0) write("in CI nothing may be left out: each counts as a failure");
write(`${totals.passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

async function runWithCluster({ withoutNode, onNode }: ClusterTests): Promise<TestTotals> {
  const { signal } = interruption;
  try {
    const first = await start();
    await findBinary("kubectl", write); // built here, where it can be seen, and not in the middle of a test
    if (withoutNode.length > 0) process.env[BUILT_OPERATOR] = (await builtBundles()).operator;
    if (onNode.length === 0) return await runTests(withoutNode, first.folder, signal);
    if (!first.isOwned || withoutNode.length === 0) {
      const totals = await runTests(withoutNode, first.folder, signal);
      return sumOf(totals, await (await prepareNode(onNode, first))());
    }
    // What a node takes may have to be built, and nothing is tested beside that.
    const runOnNode = await prepareNode(onNode, await start());
    return sumOf(...(await Promise.all([runTests(withoutNode, first.folder, signal), runOnNode()])));
  } catch (error) {
    if (!(error instanceof BinaryIsUnavailable)) throw error;
    return leftOut(`every test that needs a cluster: ${error.message}`);
  } finally {
    await stopPlanes();
  }
}

async function start(): Promise<ControlPlane> {
  const plane = await startControlPlane(write);
  planes.push(plane);
  return plane;
}

/** Gives a control plane its node; answers how to run the tests there. */
async function prepareNode(
  files: readonly string[],
  plane: ControlPlane,
): Promise<() => Promise<TestTotals>> {
  try {
    await startNode(plane, write);
  } catch (error) {
    if (!(error instanceof NodeIsUnavailable)) throw error;
    const reason = `${files.join(", ")}: this machine can't run a node: ${error.message}`;
    return () => Promise.resolve(leftOut(reason));
  }
  return () => runTests(files, plane.folder, interruption.signal);
}

async function stopPlanes(): Promise<void> {
  await Promise.all(planes.map((plane) => plane.stop()));
}

function leftOut(...reasons: readonly string[]): TestTotals {
  return { passed: 0, failed: 0, leftOut: reasons };
}

/** Whatever is left after this, such as a component that is just being started, the guardian ends. */
async function end(signal: NodeJS.Signals): Promise<void> {
  write(`ended by ${signal}`);
  interruption.abort();
  await stopPlanes();
  process.exit(1);
}
