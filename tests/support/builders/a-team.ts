import type { AgentTeam, AgentTeamSpec, AgentTeamStatus, TeamStep } from "../../../lib/api/agent-team.ts";
import { API_VERSION } from "../../../lib/api/group.ts";
import type { ObjectMeta } from "../../../lib/api/object.ts";

/** What a test says about a team; the rest is a team of one step. */
export type TeamParts = {
  readonly metadata?: Partial<ObjectMeta>;
  readonly spec?: Partial<AgentTeamSpec>;
  readonly status?: AgentTeamStatus;
};

/** The team `default/writers` with the step `write`, unless told otherwise. */
export function aTeam({ metadata, spec, status }: TeamParts = {}): AgentTeam {
  return {
    apiVersion: API_VERSION,
    kind: "AgentTeam",
    metadata: {
      name: "writers",
      namespace: "default",
      uid: "team-uid",
      resourceVersion: "1",
      generation: 1,
      creationTimestamp: "2026-01-01T00:00:00Z",
      ...metadata,
    },
    spec: aTeamSpec(spec),
    ...(status === undefined ? {} : { status }),
  };
}

/** A team's spec with the step `write`, unless told otherwise. */
export function aTeamSpec(parts: Partial<AgentTeamSpec> = {}): AgentTeamSpec {
  return {
    steps: [aStep("write")],
    timeoutSeconds: 600,
    runHistoryLimit: { succeeded: 10, failed: 3 },
    ...parts,
  };
}

/** A step that asks the service `desk` for something. */
export function aStep(name: string, parts: Partial<TeamStep> = {}): TeamStep {
  return { name, service: "desk", prompt: `do ${name}`, timeoutSeconds: 300, retries: 0, ...parts };
}
