import type { AgentRun, AgentRunSpec, AgentRunStatus, RunTrigger } from "../../../lib/api/agent-run.ts";
import { API_VERSION } from "../../../lib/api/group.ts";
import type { ObjectMeta } from "../../../lib/api/object.ts";

/** What a test says about a run; the rest is a run of `writers` that was started by hand. */
export type RunParts = {
  readonly metadata?: Partial<ObjectMeta>;
  readonly spec?: Partial<Omit<AgentRunSpec, "trigger">>;
  readonly trigger?: Partial<RunTrigger>;
  readonly status?: AgentRunStatus;
};

/** A run of the team `default/writers` without a phase, named and identified by `name`. */
export function aRun(name: string, { metadata, spec, trigger, status }: RunParts = {}): AgentRun {
  return {
    apiVersion: API_VERSION,
    kind: "AgentRun",
    metadata: {
      name,
      namespace: "default",
      uid: `${name}-uid`,
      resourceVersion: "1",
      generation: 1,
      creationTimestamp: "2026-01-01T00:00:00Z",
      ...metadata,
    },
    spec: {
      team: "writers",
      input: {},
      trigger: { type: "cli", firedAt: "2026-01-01T00:00:00.000Z", ...trigger },
      ...spec,
    },
    ...(status === undefined ? {} : { status }),
  };
}

/** A run that has ended at an instant, successfully unless told otherwise. */
export function anEndedRun(
  name: string,
  completedAt: string,
  { phase = "Succeeded", ...parts }: RunParts & { readonly phase?: "Succeeded" | "Failed" } = {},
): AgentRun {
  return aRun(name, { ...parts, status: { phase, completedAt, ...parts.status } });
}

/** A run with another phase, or with none. */
export function inPhase(run: AgentRun, phase: AgentRunStatus["phase"] | undefined): AgentRun {
  const { status: _, ...rest } = run;
  return phase === undefined ? rest : { ...rest, status: { ...run.status, phase } };
}
