import { globSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";

/** The test files of a run. */
export type ClusterTests = {
  readonly withoutNode: readonly string[];
  /** Those whose pods a kubelet runs. */
  readonly onNode: readonly string[];
};

/** Whoever starts a node says so; a kubelet would take the pods of all others, which play one. */
const STARTS_NODE = "cluster/node/start-node.ts";

/** Takes half of its half's time and all of the machine: beside the first ones of the other half, which mostly wait. */
const FIRST = "pods/under-load.cluster.test.ts";

/**
 * Selects the test files that the arguments name: folders or files, and `--only <substring>`.
 *
 * @throws Error when there are none, as a misspelt name would otherwise pass
 */
export function selectTests(args: readonly string[]): ClusterTests {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { only: { type: "string" } },
  });
  const files = (positionals.length > 0 ? positionals : ["tests"])
    .flatMap((path) => (path.endsWith(".ts") ? [path] : globSync(`${path}/**/*.cluster.test.ts`)))
    .filter((file) => values.only === undefined || file.includes(values.only))
    .sort()
    .sort((one, other) => Number(other.endsWith(FIRST)) - Number(one.endsWith(FIRST)));
  if (files.length === 0) throw new Error("no test file that needs a cluster matches");
  return {
    withoutNode: files.filter((file) => !needsNode(file)),
    onNode: files.filter(needsNode),
  };
}

function needsNode(file: string): boolean {
  return readFileSync(file, "utf8").includes(STARTS_NODE);
}
