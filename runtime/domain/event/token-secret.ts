import type { AgentEvent } from "../../../lib/api/agent-event.ts";
import type { Secret } from "../../../lib/api/core-types.ts";
import { GROUP } from "../../../lib/api/group.ts";
import { Annotation, Label, TokenSecretKey, tokenSecretName } from "../../../lib/api/keys.ts";
import { controllerReference, type Draft } from "../../../lib/api/object.ts";
import type { ObservedToken, TokenAction } from "./plan-token.ts";

/** Bytes of a token: 256 bits, written as 43 characters of base64url. */
export const TOKEN_BYTES = 32;

/** Says how an event's token Secret stands, without looking at the token itself. */
export function observeToken(event: AgentEvent, secret: Secret | undefined): ObservedToken {
  const secretName = tokenSecretName(event.metadata.name);
  if (secret === undefined) return { secretName, state: "missing" };
  if (!isOwnedBy(secret, event)) return { secretName, state: "foreign" };
  if (!secret.data?.[TokenSecretKey.token]) return { secretName, state: "empty" };
  if (secret.metadata.labels?.[Label.managedBy] !== GROUP) return { secretName, state: "unlabelled" };
  const previousExpiresAt = previousExpiry(secret);
  if (previousExpiresAt === undefined) return { secretName, state: "good" };
  const recorded = secret.metadata.annotations?.[Annotation.rotationRecorded];
  const isRotationNew = recorded !== previousExpiresAt.toISOString();
  return { secretName, state: "good", previousExpiresAt, ...(isRotationNew ? { isRotationNew } : {}) };
}

/** The Secret as it is after an action; deleting is not one of them. `token` is a fresh one. */
export function applyTokenAction(
  action: Exclude<TokenAction, "delete" | "create">,
  secret: Secret,
  token: string,
): Secret {
  const { previousToken: _p, previousTokenExpiresAt: _e, ...kept } = secret.data ?? {};
  const labels = { ...secret.metadata.labels, [Label.managedBy]: GROUP };
  const labelled = { ...secret, metadata: { ...secret.metadata, labels } };
  switch (action) {
    case "refill":
      return { ...labelled, data: { ...secret.data, [TokenSecretKey.token]: base64(token) } };
    case "label":
      return labelled;
    case "record-rotation":
      return annotated(labelled, previousExpiry(secret)?.toISOString());
    case "drop-previous":
      return annotated({ ...labelled, data: kept }, undefined);
  }
}

/** A Secret that says of which rotation was told, or of none. */
function annotated(secret: Secret, recorded: string | undefined): Secret {
  const { [Annotation.rotationRecorded]: _, ...others } = secret.metadata.annotations ?? {};
  const annotations =
    recorded === undefined ? others : { ...others, [Annotation.rotationRecorded]: recorded };
  return { ...secret, metadata: { ...secret.metadata, annotations } };
}

/** A new Secret with an event's token, owned by the event. */
export function tokenSecretDraft(event: AgentEvent, token: string): Draft<Secret> {
  const { name, namespace } = event.metadata;
  return {
    apiVersion: "v1",
    kind: "Secret",
    metadata: {
      name: tokenSecretName(name),
      ...(namespace === undefined ? {} : { namespace }),
      labels: { [Label.managedBy]: GROUP, [Label.event]: name },
      ownerReferences: [controllerReference(event)],
    },
    type: "Opaque",
    data: { [TokenSecretKey.token]: base64(token) },
  };
}

function isOwnedBy(secret: Secret, event: AgentEvent): boolean {
  return secret.metadata.ownerReferences?.some((owner) => owner.uid === event.metadata.uid) ?? false;
}

/** An expiry that can't be read ends the previous token at once: what is unclear is not accepted. */
function previousExpiry(secret: Secret): Date | undefined {
  const text = secret.data?.[TokenSecretKey.previousTokenExpiresAt];
  const hasPrevious = secret.data?.[TokenSecretKey.previousToken] !== undefined;
  if (text === undefined) return hasPrevious ? new Date(0) : undefined;
  const expiresAt = new Date(Buffer.from(text, "base64").toString("utf8"));
  return Number.isNaN(expiresAt.getTime()) ? new Date(0) : expiresAt;
}

function base64(text: string): string {
  return Buffer.from(text, "utf8").toString("base64");
}
