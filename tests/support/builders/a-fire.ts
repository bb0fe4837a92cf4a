import type { AgentEvent } from "../../../lib/api/agent-event.ts";
import type { AgentRun } from "../../../lib/api/agent-run.ts";
import type { Draft } from "../../../lib/api/object.ts";
import { fireIDOf, type SourceKey } from "../../../runtime/domain/firing/fire-id.ts";
import type { PlannedTarget } from "../../../runtime/domain/firing/plan-fire.ts";
import { type FireFacts, runDrafts } from "../../../runtime/domain/firing/run-drafts.ts";
import type { FireCause } from "../../../runtime/domain/firing/trigger-context.ts";
import { anEvent } from "./an-event.ts";

/** What a test says about a fire; the rest is a webhook's fire of `alarm` without a key. */
export type FireParts = {
  readonly event?: AgentEvent;
  /** Tells fires of one event apart. */
  readonly key?: string;
  readonly cause?: FireCause;
  readonly sourceKey?: SourceKey;
  readonly firedAt?: Date;
  readonly createdAt?: Date;
  readonly turn?: number;
  readonly isKeyed?: boolean;
  readonly bodyDigest?: string;
  readonly targets?: readonly PlannedTarget[];
};

/** The runs of a fire as a store shows them right after they were created: none has a phase. */
export function aFire(parts: FireParts = {}): AgentRun[] {
  const { event = anEvent(), firedAt = new Date("2026-01-01T00:10:00Z") } = parts;
  const { cause = { type: "webhook", body: {} }, sourceKey = sourceKeyOf(cause, parts.key ?? "a") } = parts;
  const facts: FireFacts = {
    event,
    fireID: fireIDOf(event.metadata.uid, sourceKey),
    firedAt,
    cause,
    isKeyed: parts.isKeyed ?? false,
    turn: parts.turn,
    bodyDigest: parts.bodyDigest,
  };
  const targets = parts.targets ?? event.spec.targets.map(({ team }) => ({ team, input: {} }));
  return runDrafts(facts, targets).map((draft) => stored(draft, parts.createdAt ?? firedAt));
}

/** A draft as a store answers its create. */
export function stored(draft: Draft<AgentRun>, createdAt: Date): AgentRun {
  const { name } = draft.metadata;
  const creationTimestamp = `${createdAt.toISOString().slice(0, 19)}Z`;
  const meta = { uid: `${name}-uid`, resourceVersion: "1", generation: 1, creationTimestamp };
  return { ...draft, metadata: { ...draft.metadata, ...meta } };
}

/** The fireID that all the runs of a fire share. */
export function fireIDOfRuns(runs: readonly AgentRun[]): string {
  return runs[0]?.spec.trigger.fireID ?? "";
}

function sourceKeyOf(cause: FireCause, key: string): SourceKey {
  switch (cause.type) {
    case "webhook":
      return { kind: "idempotency", key };
    case "cron":
      return { kind: "slot", slot: cause.slot };
    case "team-output":
      return { kind: "upstream", uid: cause.upstream.uid };
  }
}
