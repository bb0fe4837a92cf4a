import { type AgentEvent, AgentEventResource } from "../../../lib/api/agent-event.ts";
import { type Secret, SecretType } from "../../../lib/api/core-types.ts";
import { tokenSecretName } from "../../../lib/api/keys.ts";
import type { ObjectKey } from "../../../lib/api/object.ts";
import { BucketSet } from "../../domain/rate/bucket-set.ts";
import { TokenBucket } from "../../domain/rate/token-bucket.ts";
import { isTokenOf, withDigests } from "../../domain/webhook/token-digests.ts";
import { Problem, ProblemCode, retryAfter } from "./problem.ts";
import { MAX_BUCKETS } from "./trigger-limits.ts";
import type { TriggerParts } from "./trigger-parts.ts";

/**
 * Finds the event that a caller names and checks his token. What the caches do not show is read live, at a bounded
 * rate, so that apply-then-POST works and a stranger can't make the store work.
 */
export class EventGate {
  readonly #parts: TriggerParts;
  readonly #failures: BucketSet;
  readonly #liveReads: TokenBucket;

  constructor(parts: TriggerParts) {
    this.#parts = parts;
    this.#failures = new BucketSet(parts.limits.failureRate, MAX_BUCKETS);
    this.#liveReads = new TokenBucket(parts.limits.liveReadRate, parts.clock.monotonicMs());
  }

  /** The webhook event of this name. Throws Problem 404: an event of another type looks like none. */
  async event(key: ObjectKey): Promise<AgentEvent> {
    const cached = this.#parts.events.get(key);
    const event = isWebhook(cached)
      ? cached
      : await this.#live(() => this.#parts.store.get(AgentEventResource, key));
    if (isWebhook(event)) return event;
    throw new Problem(404, ProblemCode.notFound, "there is no webhook event at this address");
  }

  /**
   * Lets a caller with the event's token pass. Only failures are held back, by address: behind a shared proxy a
   * bad sender harms nobody else. Throws Problem 401 or 429, the same whatever was wrong.
   */
  async admit(event: AgentEvent, authorization: string | undefined, address: string): Promise<void> {
    const token = bearerToken(authorization);
    const key = { namespace: event.metadata.namespace, name: tokenSecretName(event.metadata.name) };
    if (token !== undefined && this.#isValid(event, this.#parts.secrets.get(key), token)) return;

    if (this.#failures.waitMs(address, this.#parts.clock.monotonicMs()) > 0) throw this.#tooMany(address);
    if (token !== undefined) {
      const secret = await this.#live(() => this.#parts.store.get(SecretType, key));
      if (this.#isValid(event, secret === undefined ? undefined : withDigests(secret), token)) return;
    }
    // Only what has failed is counted: a token that the cache did not show yet is no failure.
    if (!this.#failures.take(address, this.#parts.clock.monotonicMs())) throw this.#tooMany(address);
    const headers = { "WWW-Authenticate": 'Bearer realm="tocsin"' };
    const detail = "send the event's token as `Authorization: Bearer <token>`";
    throw new Problem(401, ProblemCode.unauthorized, detail, { headers });
  }

  #isValid(event: AgentEvent, digests: Secret | undefined, token: string): boolean {
    if (digests === undefined) return false;
    const isOurs =
      digests.metadata.ownerReferences?.some((owner) => owner.uid === event.metadata.uid) ?? false;
    return isOurs && isTokenOf(digests, token, this.#parts.clock.now());
  }

  #tooMany(address: string): Problem {
    const headers = retryAfter(this.#failures.waitMs(address, this.#parts.clock.monotonicMs()));
    const detail = "too many failed attempts from this address";
    return new Problem(429, ProblemCode.tooManyFailures, detail, { headers });
  }

  async #live<T>(read: () => Promise<T | undefined>): Promise<T | undefined> {
    return this.#liveReads.take(this.#parts.clock.monotonicMs()) ? read() : undefined;
  }
}

function isWebhook(event: AgentEvent | undefined): event is AgentEvent {
  return event?.spec.source.type === "webhook" && event.metadata.deletionTimestamp === undefined;
}

/** The token of an `Authorization` header (RFC 6750 §2.1); undefined where it is missing or malformed. */
function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer +([A-Za-z0-9\-._~+/]+=*) *$/i.exec(authorization ?? "")?.[1];
}
