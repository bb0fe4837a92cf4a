import type { AgentRun } from "../../lib/api/agent-run.ts";
import type { AgentTeam } from "../../lib/api/agent-team.ts";
import { CLI_NAME } from "../../lib/api/group.ts";
import { hasEnded } from "../domain/firing/fires-of.ts";
import { MAX_RETRIES, nextRetryName, retryDraft } from "../domain/run/retry-draft.ts";
import { whyNotRetryable } from "../domain/run/retry-steps.ts";
import { CliError } from "./cli-error.ts";
import { CLUSTER_FLAGS } from "./cluster-flags.ts";
import { type Cluster, withCluster } from "./connect.ts";
import { defineCommand } from "./define-command.ts";
import { existing } from "./existing.ts";
import { RunType, TeamType } from "./resource-types.ts";
import { followAdvice } from "./runs/await-run.ts";
import { createRun } from "./runs/create-run.ts";
import { startRun } from "./runs/start-run.ts";
import { timeoutMs, WAIT_FLAGS } from "./runs/wait-flags.ts";

/** `tocsin retry`: what failed in a team's latest run, once more (the specification's "retry CLI invoked"). */
export const retryCommand = defineCommand({
  name: "retry",
  summary: "repeat what failed in a team's latest run",
  about:
    "Repeats the failed steps of a team's latest run and what was skipped because of them; the others are kept.",
  arguments: [{ name: "team", meaning: "the team whose latest run failed" }],
  flags: {
    step: { value: "<name>", meaning: "repeat this failed step alone, and what was skipped because of it" },
    ...WAIT_FLAGS,
    ...CLUSTER_FLAGS,
  },
  examples: ["retry research-desk --watch", "retry research-desk --step write"],
  run: async ({ flags, arguments: { team }, ...surroundings }) => {
    if (flags.timeout !== undefined) timeoutMs(flags.timeout);
    return withCluster(flags, surroundings, (cluster) =>
      startRun(cluster, surroundings.terminal, flags, async () =>
        storeRetry(cluster, await latestRun(cluster, await existing(cluster, TeamType, team)), flags.step),
      ),
    );
  },
});

async function latestRun({ store, namespace, sameFlags }: Cluster, team: AgentTeam): Promise<AgentRun> {
  const { name } = team.metadata;
  const advice = `${CLI_NAME} trigger ${name}${sameFlags} starts it.`;
  const latest = team.status?.lastRunName;
  if (latest === undefined) throw new CliError(`team ${name} has not run yet`, advice);
  const run = await store.get(RunType, { namespace, name: latest });
  if (run === undefined) throw new CliError(`run ${latest} of team ${name} is gone`, advice);
  return run;
}

/**
 * The name of the next retry is what two people who ask at once both ask for: one is given it, and the other is told.
 * A name that is left of a retry which has ended is passed over.
 */
async function storeRetry(cluster: Cluster, original: AgentRun, step: string | undefined): Promise<AgentRun> {
  const { store, clock, sameFlags } = cluster;
  const problem = whyNotRetryable(original, step);
  const { name: retried } = original.metadata;
  if (problem !== undefined)
    throw new CliError(problem, `${CLI_NAME} show ${retried}${sameFlags} tells how its steps went.`);
  let before = original;
  for (let name = nextRetryName(before); name !== undefined; name = nextRetryName(before)) {
    const { run, isOurs } = await createRun(store, retryDraft(original, { name, step, now: clock.now() }));
    if (isOurs) return run;
    if (!hasEnded(run)) throw new CliError(`run ${retried} is being retried`, followAdvice(name, sameFlags));
    before = run;
  }
  throw new CliError(`run ${retried} has been retried ${MAX_RETRIES} times`, "Start the team again.");
}
