import type { AgentSpec } from "../../../lib/api/agent.ts";
import type { Secret } from "../../../lib/api/core-types.ts";
import { DEFAULT_PROVIDER_SECRET, DEFAULT_PROVIDER_SECRET_KEY, Label } from "../../../lib/api/keys.ts";

/** A key in a Secret of the agent's namespace. */
export type SecretKeyRef = { readonly name: string; readonly key: string };

/** Where an agent's pods find the provider's key, and what is missing of it, as a sentence. */
export type ProviderSecret = {
  /** Absent: nothing is mounted. */
  readonly ref?: SecretKeyRef | undefined;
  readonly missing?: string | undefined;
};

/**
 * Decides which Secret's key an agent's pods get to see.
 *
 * Only a Secret that exists and carries the label for it is mounted, not one that is awaited: otherwise whoever
 * may write Agents could have a Secret that somebody makes later sent to any address (design §2).
 *
 * @param find Finds a Secret with the label by its name; its values may be left out, not its keys.
 */
export function providerSecret(
  provider: AgentSpec["provider"],
  find: (name: string) => Secret | undefined,
): ProviderSecret {
  const named = provider?.apiKeySecretRef;
  if (named !== undefined) {
    const { name, key } = named;
    const secret = labelled(find(name));
    const missing = secret?.data?.[key] === undefined ? missingKey(name, key) : undefined;
    return { ref: secret && { name, key }, missing };
  }
  // A key goes to the address that it is meant for alone: the default one to the default address.
  if (provider?.baseURL !== undefined) return {};
  const isThere = labelled(find(DEFAULT_PROVIDER_SECRET)) !== undefined;
  return isThere ? { ref: { name: DEFAULT_PROVIDER_SECRET, key: DEFAULT_PROVIDER_SECRET_KEY } } : {};
}

/** What is said where an agent names a key that is not there. */
export function missingKey(name: string, key: string): string {
  return `spec.provider.apiKeySecretRef: there is no Secret "${name}" with the key "${key}" and the label ${Label.providerKey}=true in this namespace`;
}

/** The watch selects by the label already; a Secret that reaches this by another way is refused as well. */
function labelled(secret: Secret | undefined): Secret | undefined {
  return secret?.metadata.labels?.[Label.providerKey] === "true" ? secret : undefined;
}
