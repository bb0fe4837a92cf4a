import type { AgentRun } from "../../../lib/api/agent-run.ts";
import type { Draft } from "../../../lib/api/object.ts";
import { SystemRandom } from "../../../runtime/adapters/node/system-random.ts";
import { fireIDOf } from "../../../runtime/domain/firing/fire-id.ts";
import { runDrafts } from "../../../runtime/domain/firing/run-drafts.ts";
import { anEvent } from "../../support/builders/an-event.ts";

const random = new SystemRandom();

/**
 * A run as a fire of the bench's event creates it: of the event with this uid, or without an owner, so that it outlives
 * every clean-up.
 */
export function aRunDraft(namespace = "default", ownerUID?: string): Draft<AgentRun> {
  const uid = ownerUID ?? random.uuid();
  const event = anEvent({ metadata: { name: "bench", uid, namespace } });
  const fireID = fireIDOf(uid, { kind: "random", bytes: random.bytes(16) });
  const cause = { type: "webhook", body: {} } as const;
  const facts = { event, fireID, firedAt: new Date(), cause, isKeyed: false, bodyDigest: "0".repeat(64) };
  const [draft] = runDrafts(facts, [{ team: "idlers", input: { topic: "the history of bells" } }]);
  if (draft === undefined) throw new Error("a fire of one target has a run");
  const { ownerReferences: _, ...metadata } = draft.metadata;
  return ownerUID === undefined ? { ...draft, metadata } : draft;
}

/** The body of such a run as the store keeps it, with `NAME` and `TOPIC` where each differs. */
export function aRunBody(): string {
  const draft = aRunDraft();
  const { namespace, uid: eventUID } = { namespace: "default", uid: random.uuid() };
  const owner = { apiVersion: draft.apiVersion, kind: "AgentEvent", name: "bench", uid: eventUID };
  const metadata = {
    ...draft.metadata,
    name: "NAME",
    namespace,
    uid: random.uuid(),
    creationTimestamp: "2026-01-01T00:00:00Z",
    generation: 1,
    ownerReferences: [{ ...owner, controller: true, blockOwnerDeletion: true }],
  };
  return JSON.stringify({ ...draft, metadata, spec: { ...draft.spec, input: { topic: "TOPIC" } } });
}
