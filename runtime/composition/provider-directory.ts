import type { Agent } from "../../lib/api/agent.ts";
import { type Secret, SecretType } from "../../lib/api/core-types.ts";
import { DEFAULT_PROVIDER_SECRET, DEFAULT_PROVIDER_SECRET_KEY, Label } from "../../lib/api/keys.ts";
import { ObjectCache } from "../controller/object-cache.ts";
import { Reflector } from "../controller/reflector.ts";
import { missingKey } from "../domain/agent/provider-secret.ts";
import type { Logger } from "../ports/logger.ts";
import type { Random } from "../ports/random.ts";
import type { Store } from "../ports/store.ts";
import type { Timers } from "../ports/timers.ts";
import type { ProviderLookup } from "../reconcilers/local-agent-reconciler.ts";

/** The provider of agents that name none. */
export type DefaultProvider = { readonly baseURL: string; readonly apiKey: string | undefined };

/**
 * Finds the provider and its key for agents that are hosted in this process. Only Secrets that carry the label for
 * it are read: otherwise whoever may write Agents could send any Secret to any address (design §2).
 */
export class ProviderDirectory {
  readonly #byDefault: () => DefaultProvider;
  readonly #secrets: ObjectCache<Secret>;
  readonly #reflectors: readonly Reflector<Secret>[];

  constructor(
    parts: {
      readonly store: Store;
      readonly timers: Timers;
      readonly random: Random;
      readonly logger: Logger;
      /** The namespaces that are read; absent: all. */
      readonly namespaces?: readonly string[] | undefined;
    },
    byDefault: () => DefaultProvider,
  ) {
    this.#byDefault = byDefault;
    const onListenerError = (error: unknown) =>
      parts.logger.error("cache listener failed", { error: error as Error });
    this.#secrets = new ObjectCache<Secret>({ namespaces: parts.namespaces, onListenerError });
    const labelSelector = `${Label.providerKey}=true`;
    const cache = this.#secrets;
    this.#reflectors = (parts.namespaces ?? [undefined]).map(
      (namespace) => new Reflector<Secret>({ ...parts, type: SecretType, cache, labelSelector, namespace }),
    );
  }

  /** Keeps the keys as they are; ends with the signal. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all(this.#reflectors.map((reflector) => reflector.run(signal)));
  }

  /** Resolves once all keys that exist are known: before that every key would seem to be missing. */
  get whenSynced(): Promise<void> {
    return this.#secrets.whenSynced;
  }

  /** Calls `listener` with the namespace whose keys have changed. */
  onChange(listener: (namespace: string | undefined) => void): () => void {
    return this.#secrets.onChange(({ before, after }) => listener((after ?? before)?.metadata.namespace));
  }

  /** How an agent reaches its provider. The key is looked up at each call, so a rotated one needs no restart. */
  lookUp(agent: Agent): ProviderLookup {
    const { baseURL, apiKeySecretRef } = agent.spec.provider ?? {};
    const { namespace } = agent.metadata;
    const byDefault = this.#byDefault();
    if (apiKeySecretRef !== undefined) {
      const { name, key } = apiKeySecretRef;
      const apiKey = () => this.#key({ namespace, name }, key);
      const settings = { baseURL: baseURL ?? byDefault.baseURL, apiKey };
      return apiKey() === undefined ? { settings, missing: missingKey(name, key) } : { settings };
    }
    // A key goes to the address that it is meant for alone: the default ones to the default address.
    if (baseURL !== undefined) return { settings: { baseURL, apiKey: () => undefined } };
    const own = () => this.#key({ namespace, name: DEFAULT_PROVIDER_SECRET }, DEFAULT_PROVIDER_SECRET_KEY);
    return { settings: { baseURL: byDefault.baseURL, apiKey: () => own() ?? byDefault.apiKey } };
  }

  #key(ref: { namespace: string | undefined; name: string }, key: string): string | undefined {
    const value = this.#secrets.get(ref)?.data?.[key];
    return value === undefined ? undefined : Buffer.from(value, "base64").toString("utf8").trim();
  }
}
