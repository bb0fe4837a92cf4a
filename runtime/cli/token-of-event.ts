import type { AgentEvent } from "../../lib/api/agent-event.ts";
import { type Secret, SecretType } from "../../lib/api/core-types.ts";
import { CLI_NAME } from "../../lib/api/group.ts";
import { TokenSecretKey, tokenSecretName } from "../../lib/api/keys.ts";
import { isStoreError, StoreErrorReason } from "../ports/store-error.ts";
import { CliError } from "./cli-error.ts";
import type { Cluster } from "./connect.ts";
import { existing } from "./existing.ts";
import { ExitCode } from "./exit-code.ts";
import { EventType } from "./resource-types.ts";

/** How often, and how long a time apart, a token is looked for that the operator is just making. */
const TRIES = 50;
const PAUSE_MS = 100;

/**
 * Reads the Secret with a webhook event's token; one that is just being made is waited for. The event itself is read
 * only where there is no such Secret. Throws CliError where the event has no token, and StoreError.
 */
export async function tokenSecretOf(cluster: Cluster, event: string): Promise<Secret> {
  const key = { namespace: cluster.namespace, name: tokenSecretName(event) };
  for (let tries = 1; ; tries++) {
    const secret = await cluster.store.get(SecretType, key);
    if (secret !== undefined && isOwn(secret, event) && tokenIn(secret) !== "") return secret;
    if (secret !== undefined && !isOwn(secret, event)) throw foreign(cluster, event);
    if (tries === 1) await expectToken(cluster, event);
    if (tries > TRIES) throw missing(cluster, event);
    await cluster.timers.sleep(PAUSE_MS);
  }
}

/** The token in a Secret, as a header carries it. */
export function tokenIn(secret: Secret): string {
  const encoded = secret.data?.[TokenSecretKey.token] ?? "";
  return Buffer.from(encoded, "base64").toString("utf8").trim();
}

/** By the event's name, not its uid: reading the event would take one more right. */
function isOwn({ metadata }: Secret, event: string): boolean {
  return (
    metadata.ownerReferences?.some(({ kind, name }) => kind === EventType.kind && name === event) ?? false
  );
}

/** Throws where it is certain that no token will come. */
async function expectToken(cluster: Cluster, name: string): Promise<void> {
  let event: AgentEvent;
  try {
    event = await existing(cluster, EventType, name);
  } catch (error) {
    if (isStoreError(error, StoreErrorReason.forbidden)) throw missing(cluster, name);
    throw error;
  }
  const { type } = event.spec.source;
  if (type === "webhook") return;
  throw new CliError(
    `the event "${name}" fires by ${type} and has no token`,
    `Only webhook events have tokens: ${CLI_NAME} events${cluster.sameFlags}`,
  );
}

function missing({ namespace }: Cluster, event: string): CliError {
  return new CliError(
    `there is no token of the event "${event}" in the namespace ${namespace}`,
    "The operator makes it: is the event there, and does an operator run?",
    ExitCode.unreachable,
  );
}

function foreign({ namespace, sameFlags }: Cluster, event: string): CliError {
  return new CliError(
    `the Secret ${tokenSecretName(event)} in the namespace ${namespace} is not the event's own`,
    `Delete or rename it, and the operator makes the event's: ${CLI_NAME} events${sameFlags}`,
  );
}
