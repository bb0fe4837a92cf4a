import type { AgentRun } from "../../../lib/api/agent-run.ts";
import type { AgentTeam } from "../../../lib/api/agent-team.ts";
import { API_VERSION } from "../../../lib/api/group.ts";
import { Label } from "../../../lib/api/keys.ts";
import { controllerReference, type Draft } from "../../../lib/api/object.ts";

/** Bytes of chance in a run's name, one for each character: five bits of it are used. */
export const RUN_NAME_BYTES = 10;
/** Leaves room in 63 characters for the rest of the name and for a retry's `-r99`. */
const MAX_TEAM_PART = 48;
const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";

/** Names a run that is started by hand: the team's name, as far as there is room, and ten characters of chance. */
export function manualRunName(team: string, bytes: Uint8Array): string {
  const suffix = Array.from(bytes.subarray(0, RUN_NAME_BYTES), (byte) => ALPHABET[byte & 31]).join("");
  return `${team.slice(0, MAX_TEAM_PART).replace(/-+$/, "")}-${suffix}`;
}

/**
 * A run of a team that is started by hand: the team owns it, and the given input stands over the team's defaults, key
 * by key (the specification's "Trigger CLI").
 */
export function manualRunDraft(
  team: AgentTeam,
  asked: { readonly name: string; readonly input: Readonly<Record<string, string>>; readonly now: Date },
): Draft<AgentRun> {
  const { metadata, spec } = team;
  return {
    apiVersion: API_VERSION,
    kind: "AgentRun",
    metadata: {
      name: asked.name,
      ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }),
      labels: { [Label.team]: metadata.name },
      ownerReferences: [controllerReference(team)],
    },
    spec: {
      team: metadata.name,
      input: { ...spec.input, ...asked.input },
      trigger: { type: "cli", firedAt: asked.now.toISOString() },
    },
  };
}
