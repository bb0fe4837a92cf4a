import { randomBytes } from "node:crypto";
import type { AgentRun } from "../../lib/api/agent-run.ts";
import type { AgentTeam } from "../../lib/api/agent-team.ts";
import { manualRunDraft, manualRunName, RUN_NAME_BYTES } from "../domain/run/manual-run.ts";
import { CliError } from "./cli-error.ts";
import { CLUSTER_FLAGS } from "./cluster-flags.ts";
import { type Cluster, withCluster } from "./connect.ts";
import { defineCommand } from "./define-command.ts";
import { existing } from "./existing.ts";
import { TeamType } from "./resource-types.ts";
import { createRun } from "./runs/create-run.ts";
import { readInput } from "./runs/read-input.ts";
import { startRun } from "./runs/start-run.ts";
import { timeoutMs, WAIT_FLAGS } from "./runs/wait-flags.ts";

/** `tocsin trigger`: a full run of a team, started by hand (the specification's "Trigger CLI"). */
export const triggerCommand = defineCommand({
  name: "trigger",
  summary: "start a team by hand",
  about: "Starts a full run of a team, and prints the run's name once the team's status shows it.",
  arguments: [{ name: "team", meaning: "the team to start" }],
  flags: {
    input: {
      value: "<json>",
      meaning: "object of inputs over the team's own; @file reads a file, - standard input",
    },
    ...WAIT_FLAGS,
    ...CLUSTER_FLAGS,
  },
  examples: [
    "trigger research-desk --watch",
    `trigger research-desk --input '{"topic": "the history of bells"}' --sync > report.md`,
  ],
  run: async ({ flags, arguments: { team }, ...surroundings }) => {
    if (flags.timeout !== undefined) timeoutMs(flags.timeout);
    const input = readInput(flags.input);
    return withCluster(flags, surroundings, (cluster) =>
      startRun(cluster, surroundings.terminal, flags, async () =>
        storeRun(cluster, await existing(cluster, TeamType, team), input),
      ),
    );
  },
});

/** Asked again where the name of chance is taken, which it practically never is. */
const NAME_TRIES = 3;

async function storeRun(
  { store, clock }: Cluster,
  team: AgentTeam,
  input: Readonly<Record<string, string>>,
): Promise<AgentRun> {
  for (let tries = 0; tries < NAME_TRIES; tries++) {
    const name = manualRunName(team.metadata.name, randomBytes(RUN_NAME_BYTES));
    const { run, isOurs } = await createRun(store, manualRunDraft(team, { name, input, now: clock.now() }));
    if (isOurs) return run;
  }
  throw new CliError(`no free name for a run of ${team.metadata.name} was found`, "Try again.");
}
