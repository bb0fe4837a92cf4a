import { CLUSTER_FLAGS } from "./cluster-flags.ts";
import { withCluster } from "./connect.ts";
import { defineCommand } from "./define-command.ts";
import { awaitRun } from "./runs/await-run.ts";
import { Patience } from "./runs/patience.ts";
import { timeoutMs } from "./runs/wait-flags.ts";

/** `tocsin watch`: a run that somebody has started, until it ends. */
export const watchCommand = defineCommand({
  name: "watch",
  summary: "follow a run until it ends",
  about: "Shows a run's steps as they begin and end, until the run has ended.",
  arguments: [{ name: "run", meaning: "the run to follow" }],
  flags: {
    timeout: { value: "<duration>", meaning: "longest wait, such as 90s or 5m; without it until the end" },
    ...CLUSTER_FLAGS,
  },
  examples: ["watch research-desk-q3xkwn7a2e"],
  run: async ({ flags, arguments: { run }, ...surroundings }) => {
    const limitMs = flags.timeout === undefined ? undefined : timeoutMs(flags.timeout);
    return withCluster(flags, surroundings, async (cluster) => {
      using patience = new Patience(limitMs, cluster.timers);
      const wait = { watch: true, sync: false, limitMs, patience };
      return await awaitRun(cluster, surroundings.terminal, run, wait);
    });
  },
});
