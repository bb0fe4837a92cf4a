import { createHash } from "node:crypto";
import type { AgentEvent } from "../../../lib/api/agent-event.ts";
import { RecordReason } from "../../../lib/api/reason.ts";
import type { FireResult } from "../../dispatch/fire-result.ts";
import type { SourceKey } from "../../domain/firing/fire-id.ts";
import { BucketSet } from "../../domain/rate/bucket-set.ts";
import { parseBody } from "../../domain/webhook/parse-body.ts";
import { type FireQuery, parseQuery } from "../../domain/webhook/parse-query.ts";
import { Metric } from "../../ports/metrics.ts";
import { acceptedBody, type EventPlace, locationOf } from "./fire-bodies.ts";
import { type Dispatched, dispatched } from "./fire-outcome.ts";
import type { OpenStreams } from "./open-streams.ts";
import { Problem, ProblemCode, retryAfter } from "./problem.ts";
import type { RunWaiters } from "./run-waiters.ts";
import { answerStream } from "./stream-answer.ts";
import { answerSync } from "./sync-answer.ts";
import { MAX_BUCKETS, MAX_IDEMPOTENCY_KEY } from "./trigger-limits.ts";
import type { TriggerParts } from "./trigger-parts.ts";

/** A POST to an event's fire endpoint by a caller with its token. */
export type FireCall = {
  readonly event: AgentEvent;
  readonly place: EventPlace;
  readonly parameters: URLSearchParams;
  readonly idempotencyKey: string | undefined;
  readonly readBody: () => Promise<Buffer>;
  readonly requestId: string;
  readonly onGone: (leave: () => void) => void;
  /** Ends the caller's connection, whatever is still to be sent. */
  readonly cut: () => void;
};

/** Fires an event for a caller: all checks first, then the dispatch, then the answer (design §3). */
export class FireRoute {
  readonly #parts: TriggerParts;
  readonly #waiters: RunWaiters;
  readonly #streams: OpenStreams;
  readonly #rates: BucketSet;

  constructor(parts: TriggerParts, waiters: RunWaiters, streams: OpenStreams) {
    this.#parts = parts;
    this.#waiters = waiters;
    this.#streams = streams;
    this.#rates = new BucketSet(parts.limits.fireRate, MAX_BUCKETS);
  }

  /** Answers the call. Throws Problem and StoreError, before anything is dispatched unless the answer says so. */
  async answer(call: FireCall): Promise<Response> {
    const { event, place } = call;
    if (event.spec.suspended) {
      throw new Problem(
        503,
        ProblemCode.eventSuspended,
        "the event is suspended: nothing fires until it is resumed",
      );
    }
    this.#takeRate(event);
    const { query, problem } = parseQuery(call.parameters, this.#parts.limits.maxSyncWaitMs);
    if (problem !== undefined) throw new Problem(400, ProblemCode.invalidQuery, problem);
    if (query.mode === "async") return this.#answerAsync(place, await this.#fire(call));
    if (query.mode === "sse") return this.#stream(call, query);
    if (!this.#waiters.reserve()) {
      throw new Problem(503, ProblemCode.tooManyWaiters, "too many callers wait already", {
        headers: retryAfter(5_000),
      });
    }
    try {
      return await this.#answerSync(call, query, await this.#fire(call));
    } finally {
      this.#waiters.leave();
    }
  }

  #takeRate(event: AgentEvent): void {
    const { uid } = event.metadata;
    const nowMs = this.#parts.clock.monotonicMs();
    if (this.#rates.take(uid, nowMs)) return;
    const headers = retryAfter(this.#rates.waitMs(uid, nowMs));
    throw new Problem(429, ProblemCode.rateLimited, "this event is fired too often", { headers });
  }

  async #fire(call: FireCall): Promise<Dispatched> {
    const { clock, metrics, dispatcher } = this.#parts;
    const sourceKey = this.#sourceKey(call.idempotencyKey);
    const bytes = await call.readBody();
    const { body, problem } = parseBody(bytes);
    if (problem !== undefined) throw new Problem(400, ProblemCode.invalidBody, problem);
    const startedMs = clock.monotonicMs();
    const result = await dispatcher.fire({
      event: call.event,
      cause: { type: "webhook", body },
      sourceKey,
      firedAt: clock.now(),
      bodyDigest: createHash("sha256").update(bytes).digest("hex"),
    });
    metrics.observe(Metric.fireDurationSeconds, (clock.monotonicMs() - startedMs) / 1_000, {
      source: "webhook",
    });
    metrics.count(Metric.firesTotal, {
      source: "webhook",
      result: resultLabel(result),
    });
    this.#log(call, result);
    return dispatched(result);
  }

  /** Ties the caller's request to what it started. */
  #log({ place, requestId }: FireCall, result: FireResult): void {
    const { kind } = result;
    if (kind === "flaw" || kind === "gone" || kind === "unobserved") return;
    this.#parts.logger.info("webhook dispatched", {
      requestId,
      ...place,
      taskID: result.fireID,
      result: resultLabel(result),
    });
  }

  #sourceKey(idempotencyKey: string | undefined): SourceKey {
    if (idempotencyKey === undefined)
      return { kind: "random", bytes: this.#parts.random.bytes(RANDOM_KEY_BYTES) };
    if (/^[\x21-\x7e]+$/.test(idempotencyKey) && idempotencyKey.length <= MAX_IDEMPOTENCY_KEY) {
      return { kind: "idempotency", key: idempotencyKey };
    }
    const detail = `Idempotency-Key has to be 1 to ${MAX_IDEMPOTENCY_KEY} visible ASCII characters without spaces`;
    throw new Problem(400, ProblemCode.invalidIdempotencyKey, detail);
  }

  #answerAsync(place: EventPlace, result: Dispatched): Response {
    if (result.kind === "skipped") return Response.json(this.#skipped(place, result), { status: 200 });
    const { runs } = result;
    const headers = locationOf(place, runs[0]?.runName);
    return Response.json(acceptedBody(place, result), { status: 202, headers });
  }

  async #stream(call: FireCall, query: FireQuery): Promise<Response> {
    if (!this.#streams.reserve()) {
      throw new Problem(503, ProblemCode.tooManyStreams, "too many callers stream already", {
        headers: retryAfter(5_000),
      });
    }
    try {
      const { place, requestId, onGone, cut } = call;
      const result = await this.#fire(call);
      if (result.kind === "skipped") throw this.#conflict(place, result);
      const stream = { place, fired: result, timeoutMs: query.timeoutMs, requestId, onGone, cut };
      return answerStream(this.#parts, this.#streams, stream);
    } catch (error) {
      this.#streams.leave();
      throw error;
    }
  }

  async #answerSync(call: FireCall, query: FireQuery, result: Dispatched): Promise<Response> {
    const { place, requestId, onGone } = call;
    if (result.kind === "fired") {
      const sync = { place, fired: result, timeoutMs: query.timeoutMs, requestId, onGone };
      return answerSync(this.#parts, this.#waiters, sync);
    }
    throw this.#conflict(place, result);
  }

  #conflict(place: EventPlace, result: Extract<Dispatched, { kind: "skipped" }>): Problem {
    const body = this.#skipped(place, result);
    return new Problem(409, ProblemCode.forbidden, body.reason, { extra: body });
  }

  #skipped(place: EventPlace, { fireID, blockedBy }: Extract<Dispatched, { kind: "skipped" }>) {
    const reason = `run ${blockedBy} is active and concurrencyPolicy is Forbid`;
    const event = this.#parts.events.get({ namespace: place.namespace, name: place.event });
    if (event !== undefined) {
      const message = `skipped a webhook call: ${reason}`;
      this.#parts.recorder.record({
        about: event,
        type: "Normal",
        reason: RecordReason.fireSkipped,
        message,
      });
    }
    return { taskID: fireID, fired: false, skipped: true, reason, blockedBy };
  }
}

function resultLabel(result: FireResult): string {
  if (result.kind === "fired") return result.isReplay ? "replayed" : "fired";
  return result.kind === "flaw" ? "failed" : result.kind;
}

/** 128 random bits make a fire without a key its own. */
const RANDOM_KEY_BYTES = 16;
