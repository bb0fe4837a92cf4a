import { type AgentEvent, AgentEventResource } from "../../../lib/api/agent-event.ts";
import { type AgentRun, AgentRunResource } from "../../../lib/api/agent-run.ts";
import { type AgentTeam, AgentTeamResource } from "../../../lib/api/agent-team.ts";
import { type Secret, SecretType } from "../../../lib/api/core-types.ts";
import { API_VERSION } from "../../../lib/api/group.ts";
import type { Draft, DraftMeta } from "../../../lib/api/object.ts";

type Place = Pick<DraftMeta, "name"> & { readonly namespace: string } & Partial<DraftMeta>;

/** A webhook event with one target, as a person writes it: without what the server fills in. */
export function eventDraft(metadata: Place, spec: object = {}): Draft<AgentEvent> {
  return {
    apiVersion: API_VERSION,
    kind: AgentEventResource.kind,
    metadata,
    spec: { source: { type: "webhook" }, targets: [{ team: "writers" }], ...spec },
  } as Draft<AgentEvent>;
}

/** A team of one step. */
export function teamDraft(metadata: Place, spec: object = {}): Draft<AgentTeam> {
  return {
    apiVersion: API_VERSION,
    kind: AgentTeamResource.kind,
    metadata,
    spec: { steps: [{ name: "write", service: "writer", prompt: "Write." }], ...spec },
  } as Draft<AgentTeam>;
}

/** A run that was started by hand. */
export function runDraft(metadata: Place, spec: object = {}): Draft<AgentRun> {
  return {
    apiVersion: API_VERSION,
    kind: AgentRunResource.kind,
    metadata,
    spec: { team: "writers", trigger: { type: "cli" }, ...spec },
  } as Draft<AgentRun>;
}

/** A Secret of one key. */
export function secretDraft(metadata: Place, more: object = {}): Draft<Secret> {
  return {
    apiVersion: "v1",
    kind: SecretType.kind,
    metadata,
    data: { token: "c2VjcmV0" },
    ...more,
  } as Draft<Secret>;
}
