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
    name: "trigger",
    summary: "start a team by hand",
    load: async () => (await import("./trigger-command.ts")).triggerCommand,
  },
  {
    name: "retry",
    summary: "repeat what failed in a team's latest run",
    load: async () => (await import("./retry-command.ts")).retryCommand,
  },
  {
    name: "watch",
    summary: "follow a run until it ends",
    load: async () => (await import("./watch-command.ts")).watchCommand,
  },
  {
    name: "runs",
    summary: "list runs, the newest first",
    load: async () => (await import("./runs-command.ts")).runsCommand,
  },
  {
    name: "show",
    summary: "show a run: its steps, times, tokens, errors and output",
    load: async () => (await import("./show-command.ts")).showCommand,
  },
  {
    name: "events",
    summary: "list events: what fires, when, how often, and why one is not ready",
    load: async () => (await import("./events-command.ts")).eventsCommand,
  },
  {
    name: "agents",
    summary: "list agents: pods ready, the last probe, and why one is not ready",
    load: async () => (await import("./agents-command.ts")).agentsCommand,
  },
  {
    name: "graph",
    summary: "draw a team's pipeline",
    load: async () => (await import("./graph-command.ts")).graphCommand,
  },
  {
    name: "suspend",
    summary: "pause an event's fires",
    load: async () => (await import("./suspend-command.ts")).suspendCommand,
  },
  {
    name: "resume",
    summary: "let a suspended event fire again",
    load: async () => (await import("./resume-command.ts")).resumeCommand,
  },
  {
    name: "token",
    summary: "print a webhook event's token",
    load: async () => (await import("./token-command.ts")).tokenCommand,
  },
  {
    name: "rotate-token",
    summary: "give a webhook event a new token; the old one is accepted for a day",
    load: async () => (await import("./rotate-token-command.ts")).rotateTokenCommand,
  },
  {
    name: "fire",
    summary: "post to a webhook event, as its callers do",
    load: async () => (await import("./fire-command.ts")).fireCommand,
  },
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
  {
    name: "version",
    summary: "print the program's version, and the cluster's",
    load: async () => (await import("./version-command.ts")).versionCommand,
  },
  {
    name: "completion",
    summary: "print the completion script of a shell",
    load: async () => (await import("./completion-command.ts")).completionCommand,
  },
];
