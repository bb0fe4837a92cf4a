import { type Secret, SecretType } from "../../../lib/api/core-types.ts";
import { TASK_SECRET_KEY, taskSecretName } from "../../../lib/api/keys.ts";
import { keyText } from "../../../lib/api/object.ts";
import type { Cache } from "../../ports/cache.ts";
import type { Store } from "../../ports/store.ts";

type Known = { readonly version: string; readonly token: string };

/** Most agents whose tokens are remembered. */
const MAX_REMEMBERED = 10_000;

/**
 * The task tokens of agents. The cache of Secrets holds digests alone, so a token is read live when it is first
 * needed, and again when the cache shows another version of its Secret.
 */
export class TaskTokens {
  readonly #store: Store;
  readonly #secrets: Cache<Secret>;
  readonly #known = new Map<string, Known>();

  constructor(store: Store, secrets: Cache<Secret>) {
    this.#store = store;
    this.#secrets = secrets;
  }

  /** An agent's token, or undefined where there is none. Throws StoreError. */
  async of(namespace: string, agent: string): Promise<string | undefined> {
    const key = { namespace, name: taskSecretName(agent) };
    const known = this.#known.get(keyText(key));
    const version = this.#secrets.get(key)?.metadata.resourceVersion;
    // Without a Secret the last token is what the pods of an agent that is gone still have.
    if (known !== undefined && (version === undefined || version === known.version)) return known.token;
    const secret = await this.#store.get(SecretType, key);
    const token = Buffer.from(secret?.data?.[TASK_SECRET_KEY] ?? "", "base64").toString("utf8");
    if (secret === undefined || token === "") return undefined;
    if (this.#known.size >= MAX_REMEMBERED) this.#known.clear();
    this.#known.set(keyText(key), { version: secret.metadata.resourceVersion, token });
    return token;
  }
}
