import type { Agent } from "../../../lib/api/agent.ts";
import type { Secret } from "../../../lib/api/core-types.ts";
import { TASK_SECRET_KEY, taskSecretName } from "../../../lib/api/keys.ts";
import type { Draft } from "../../../lib/api/object.ts";
import { agentObjectMeta } from "./agent-deployment.ts";

/** Bytes of a task token: 256 bits, written as 43 characters of base64url. */
export const TASK_TOKEN_BYTES = 32;

/** How an agent's task Secret stands. `foreign`: somebody else's Secret has its name. */
export type TaskSecretState = "missing" | "good" | "empty" | "foreign";

/** Says how an agent's task Secret stands, without looking at the token itself. */
export function observeTaskSecret(agent: Agent, secret: Secret | undefined): TaskSecretState {
  if (secret === undefined) return "missing";
  const isOwn = secret.metadata.ownerReferences?.some(({ uid }) => uid === agent.metadata.uid) ?? false;
  if (!isOwn) return "foreign";
  return secret.data?.[TASK_SECRET_KEY] ? "good" : "empty";
}

/** A new Secret with the token that an agent's pods and the operator share; it goes with the agent. */
export function taskSecretDraft(agent: Agent, token: string): Draft<Secret> {
  return {
    apiVersion: "v1",
    kind: "Secret",
    metadata: agentObjectMeta(agent, taskSecretName(agent.metadata.name)),
    type: "Opaque",
    data: { [TASK_SECRET_KEY]: Buffer.from(token, "utf8").toString("base64") },
  };
}

/** The same Secret with a token, where it has lost its own. */
export function refilledTaskSecret(secret: Secret, token: string): Secret {
  const value = Buffer.from(token, "utf8").toString("base64");
  return { ...secret, data: { ...secret.data, [TASK_SECRET_KEY]: value } };
}
