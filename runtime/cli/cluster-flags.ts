import type { Flags, FlagValues } from "./flags.ts";

/** How to reach a cluster, with kubectl's names and defaults. */
export const CLUSTER_FLAGS = {
  namespace: {
    short: "n",
    value: "<namespace>",
    meaning: "namespace; without it the context's, else default",
  },
  context: { value: "<name>", meaning: "context of the kubeconfig; without it the current one" },
  kubeconfig: { value: "<file>", meaning: "without it KUBECONFIG, ~/.kube/config, or the pod's account" },
} as const satisfies Flags;
export type ClusterFlags = FlagValues<typeof CLUSTER_FLAGS>;

/** Where a command lists. */
export const ALL_NAMESPACES_FLAG = {
  "all-namespaces": { short: "A", meaning: "list those of all namespaces" },
} as const satisfies Flags;

/** Output for programs. */
export const OUTPUT_FLAGS = {
  output: {
    short: "o",
    value: "<format>",
    choices: ["json", "yaml"],
    meaning: "json or yaml instead of text",
  },
} as const satisfies Flags;
