import { type AgentRun, AgentRunResource, type AgentRunStatus } from "../../../lib/api/agent-run.ts";
import { hasEnded } from "../../../runtime/domain/firing/fires-of.ts";
import type { Store } from "../../../runtime/ports/store.ts";

/** What has to be written for a run before its caller is answered: its creation, how it began and how it ended. */
export type WrittenRun = {
  readonly run: AgentRun;
  readonly statuses: readonly AgentRunStatus[];
};

/** Finds a run of a namespace that has ended, for a bare client to write the same. */
export async function readWrittenRun(store: Store, namespace: string): Promise<WrittenRun> {
  const { items } = await store.list(AgentRunResource, { namespace });
  const run = items.find(hasEnded);
  if (run?.status === undefined) throw new Error("a run has ended by now");
  return { run, statuses: [asBegun(run.status), run.status] };
}

/** The status as it was while the run's one step was under way. */
function asBegun({ output: _, completedAt: _c, ...status }: AgentRunStatus): AgentRunStatus {
  const steps = status.steps?.map(({ output: _o, completedAt: _a, tokens: _t, ...step }) => ({
    ...step,
    phase: "Running" as const,
  }));
  return { ...status, phase: "Running", ...(steps === undefined ? {} : { steps }) };
}
