import { CLUSTER_FLAGS, OUTPUT_FLAGS } from "./cluster-flags.ts";
import type { Command } from "./command.ts";
import { withCluster } from "./connect.ts";
import { defineCommand } from "./define-command.ts";
import { existing } from "./existing.ts";
import { ExitCode } from "./exit-code.ts";
import { printView } from "./print-view.ts";
import { EventType } from "./resource-types.ts";
import { updateObject } from "./update-object.ts";

/** A command that pauses an event's fires or lets them go on. */
export type SuspendParts = {
  readonly name: "suspend" | "resume";
  readonly summary: string;
  readonly about: string;
  readonly suspended: boolean;
  /** What is so afterwards, before it was asked for or because of it. */
  readonly done: string;
};

/** Makes `suspend` or `resume`, which are each other's opposite. */
export function setSuspendedCommand({ name, summary, about, suspended, done }: SuspendParts): Command {
  return defineCommand({
    name,
    summary,
    about,
    arguments: [{ name: "event", meaning: "name of the event" }],
    flags: { ...OUTPUT_FLAGS, ...CLUSTER_FLAGS },
    examples: [`${name} nightly`],
    run: (call) =>
      withCluster(call.flags, call, async (cluster) => {
        const event = await updateObject(
          cluster.store,
          EventType,
          () => existing(cluster, EventType, call.arguments.event),
          (found) =>
            found.spec.suspended === suspended ? undefined : { ...found, spec: { ...found.spec, suspended } },
        );
        await printView(call.terminal, call.flags.output, event, () => [`${event.metadata.name} ${done}`]);
        return ExitCode.success;
      }),
  });
}
