import type { Command } from "./command.ts";

/** A command that is loaded when it is called: `--help` has to answer at once. */
export type CommandEntry = {
  readonly name: string;
  readonly summary: string;
  load(): Promise<Command>;
};

/** Every command, in the order of the help. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: "standalone",
    summary: "run everything on this machine, without a cluster",
    load: async () => (await import("./standalone-command.ts")).standaloneCommand,
  },
  {
    name: "operator",
    summary: "run the operator of a Kubernetes cluster",
    load: async () => (await import("./operator-command.ts")).operatorCommand,
  },
];
