import { ALL_NAMESPACES_FLAG, CLUSTER_FLAGS, OUTPUT_FLAGS } from "./cluster-flags.ts";
import { withCluster } from "./connect.ts";
import { defineCommand } from "./define-command.ts";
import { ExitCode } from "./exit-code.ts";
import { listAll } from "./list-all.ts";
import { printList } from "./print-list.ts";
import { EventType } from "./resource-types.ts";
import { eventsTable } from "./views/events-table.ts";

/** `tocsin events`: what fires teams, and when. */
export const eventsCommand = defineCommand({
  name: "events",
  summary: "list events: what fires, when, how often, and why one is not ready",
  about: "Lists the events of a namespace: what fires each, how often and when, and why one is not ready.",
  arguments: [],
  flags: { ...ALL_NAMESPACES_FLAG, ...OUTPUT_FLAGS, ...CLUSTER_FLAGS },
  examples: ["events", "events -A", "events -n production -o yaml"],
  run: (call) =>
    withCluster(call.flags, call, async (cluster) => {
      const { "all-namespaces": isOfAllNamespaces, output: format } = call.flags;
      const namespace = isOfAllNamespaces ? undefined : cluster.namespace;
      const items = await listAll(cluster.store, EventType, { namespace }, (event) => event);
      await printList(call.terminal, cluster, {
        items,
        noun: "events",
        format,
        isOfAllNamespaces,
        table: eventsTable,
      });
      return ExitCode.success;
    }),
});
