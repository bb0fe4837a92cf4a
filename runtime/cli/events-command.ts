import { CLUSTER_FLAGS, OUTPUT_FLAGS } from "./cluster-flags.ts";
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
  flags: { ...OUTPUT_FLAGS, ...CLUSTER_FLAGS },
  examples: ["events", "events -n production -o yaml"],
  run: (call) =>
    withCluster(call.flags, call, async (cluster) => {
      const { store, namespace } = cluster;
      const items = await listAll(store, EventType, { namespace }, (event) => event);
      const format = call.flags.output;
      await printList(call.terminal, cluster, { items, noun: "events", format, table: eventsTable });
      return ExitCode.success;
    }),
});
