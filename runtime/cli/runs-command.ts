import type { AgentRun } from "../../lib/api/agent-run.ts";
import { slimRun } from "../domain/run/slim-run.ts";
import { CliError } from "./cli-error.ts";
import { ALL_NAMESPACES_FLAG, CLUSTER_FLAGS, OUTPUT_FLAGS } from "./cluster-flags.ts";
import { withCluster } from "./connect.ts";
import { defineCommand } from "./define-command.ts";
import { ExitCode } from "./exit-code.ts";
import { listAll } from "./list-all.ts";
import { printList } from "./print-list.ts";
import { RunType } from "./resource-types.ts";
import { newestFirst, runsTable } from "./views/runs-table.ts";

/** `tocsin runs [team]`: the runs of a namespace or of one team, the newest first. */
export const runsCommand = defineCommand({
  name: "runs",
  summary: "list runs, the newest first",
  about: "Lists the runs of a namespace, or of one team, the newest first.",
  arguments: [{ name: "team", isOptional: true, meaning: "the team whose runs are listed; all when absent" }],
  flags: {
    limit: { value: "<number>", meaning: "list at most so many; all when absent" },
    ...ALL_NAMESPACES_FLAG,
    ...OUTPUT_FLAGS,
    ...CLUSTER_FLAGS,
  },
  examples: ["runs", "runs -A --limit 20", "runs research --limit 5", "runs -o json"],
  run: (call) =>
    withCluster(call.flags, call, async (cluster) => {
      const { team } = call.arguments;
      const { "all-namespaces": isOfAllNamespaces, output: format, limit } = call.flags;
      const namespace = isOfAllNamespaces ? undefined : cluster.namespace;
      const most = limitOf(limit);
      // Programs get the objects as they are; people see nothing of inputs and outputs here.
      const shape = format === undefined ? slimRun : (run: AgentRun) => run;
      const runs = await listAll(cluster.store, RunType, { namespace }, (run) =>
        team === undefined || run.spec.team === team ? shape(run) : undefined,
      );
      const items = newestFirst(runs).slice(0, most);
      const noun = team === undefined ? "runs" : `runs of the team "${team}"`;
      const listing = { items, noun, format, isOfAllNamespaces, table: runsTable };
      await printList(call.terminal, cluster, listing);
      return ExitCode.success;
    }),
});

function limitOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new CliError(`--limit is a whole number above zero, not "${text}"`, "Write for example --limit 10.");
}
