import { ALL_NAMESPACES_FLAG, CLUSTER_FLAGS, OUTPUT_FLAGS } from "./cluster-flags.ts";
import { withCluster } from "./connect.ts";
import { defineCommand } from "./define-command.ts";
import { ExitCode } from "./exit-code.ts";
import { listAll } from "./list-all.ts";
import { printList } from "./print-list.ts";
import { AgentType } from "./resource-types.ts";
import { agentsTable } from "./views/agents-table.ts";

/** `tocsin agents`: who does the work, and whether they can. */
export const agentsCommand = defineCommand({
  name: "agents",
  summary: "list agents: pods ready, the last probe, and why one is not ready",
  about:
    "Lists the agents of a namespace: how many pods are ready, what the last probe found, and why one is not ready.",
  arguments: [],
  flags: { ...ALL_NAMESPACES_FLAG, ...OUTPUT_FLAGS, ...CLUSTER_FLAGS },
  examples: ["agents", "agents -A", "agents -n production -o yaml"],
  run: (call) =>
    withCluster(call.flags, call, async (cluster) => {
      const { "all-namespaces": isOfAllNamespaces, output: format } = call.flags;
      const namespace = isOfAllNamespaces ? undefined : cluster.namespace;
      const items = await listAll(cluster.store, AgentType, { namespace }, (agent) => agent);
      await printList(call.terminal, cluster, {
        items,
        noun: "agents",
        format,
        isOfAllNamespaces,
        table: agentsTable,
      });
      return ExitCode.success;
    }),
});
