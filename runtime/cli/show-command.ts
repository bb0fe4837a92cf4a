import { CLUSTER_FLAGS, OUTPUT_FLAGS } from "./cluster-flags.ts";
import { withCluster } from "./connect.ts";
import { defineCommand } from "./define-command.ts";
import { existing } from "./existing.ts";
import { ExitCode } from "./exit-code.ts";
import { printView, viewOptions } from "./print-view.ts";
import { RunType } from "./resource-types.ts";
import { runView } from "./views/run-view.ts";

/** `tocsin show <run>`: one run with its steps. */
export const showCommand = defineCommand({
  name: "show",
  summary: "show a run: its steps, times, tokens, errors and output",
  about: "Shows a run: what started it, the tree of its steps, why one failed, and its output.",
  arguments: [{ name: "run", meaning: "name of the run" }],
  flags: {
    outputs: { meaning: "also what each step answered" },
    ...OUTPUT_FLAGS,
    ...CLUSTER_FLAGS,
  },
  examples: [
    "show research-k3v9x2m1qa",
    "show research-k3v9x2m1qa --outputs",
    "show research-k3v9x2m1qa -o yaml",
  ],
  run: (call) =>
    withCluster(call.flags, call, async (cluster) => {
      const { terminal, flags } = call;
      const run = await existing(cluster, RunType, call.arguments.run);
      const options = { ...viewOptions(terminal, cluster.clock), withOutputs: flags.outputs };
      await printView(terminal, flags.output, run, () => runView(run, options));
      return ExitCode.success;
    }),
});
