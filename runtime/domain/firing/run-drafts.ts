import type { AgentEvent } from "../../../lib/api/agent-event.ts";
import {
  type AgentRun,
  AgentRunResource,
  type RunTrigger,
  type SiblingRecord,
} from "../../../lib/api/agent-run.ts";
import { API_VERSION } from "../../../lib/api/group.ts";
import { Label } from "../../../lib/api/keys.ts";
import { controllerReference, type Draft, type OwnerReference } from "../../../lib/api/object.ts";
import { type LockKey, runNameOf } from "./fire-id.ts";
import type { PlannedTarget } from "./plan-fire.ts";
import type { FireCause } from "./trigger-context.ts";

/** The facts of a fire that its runs carry. */
export type FireFacts = {
  readonly event: AgentEvent;
  readonly fireID: string;
  readonly firedAt: Date;
  readonly cause: FireCause;
  readonly bodyDigest?: string | undefined;
  readonly isKeyed: boolean;
  /** Set under Forbid: the turn that the fire asks for. */
  readonly turn?: number | undefined;
};

/**
 * Writes down all runs of a fire. Run 0 carries the record from which the others can be made again; its own input
 * stands in its spec already, and half of a run object's bound is not for holding it twice.
 */
export function runDrafts(facts: FireFacts, targets: readonly PlannedTarget[]): readonly Draft<AgentRun>[] {
  const { event, fireID, turn } = facts;
  const lockKey: LockKey = turn === undefined ? { fireID } : { turn };
  const { name, uid } = event.metadata;
  const siblings: SiblingRecord[] = targets.map((target, index) => ({
    name: runNameOf({ name, uid }, lockKey, index),
    team: target.team,
    input: target.input,
  }));
  const trigger = triggerOf(facts);
  const owner = controllerReference(event);
  const namespace = event.metadata.namespace ?? "";
  return siblings.map((sibling, index) =>
    draft({
      namespace,
      owner,
      sibling,
      trigger: index === 0 ? { ...trigger, index, siblings: recordOf(siblings) } : { ...trigger, index },
    }),
  );
}

function recordOf([first, ...others]: readonly SiblingRecord[]): SiblingRecord[] {
  return first === undefined ? [] : [{ name: first.name, team: first.team }, ...others];
}

/** Makes a sibling of a fire again from the record on its run 0 (protocols A3). */
export function siblingDraft(runZero: AgentRun, index: number): Draft<AgentRun> | undefined {
  const { siblings, ...trigger } = runZero.spec.trigger;
  const sibling = siblings?.[index];
  const owner = runZero.metadata.ownerReferences?.[0];
  if (sibling === undefined || owner === undefined || index === 0) return undefined;
  return draft({
    namespace: runZero.metadata.namespace ?? "",
    owner,
    sibling,
    trigger: { ...trigger, index },
  });
}

function draft(run: {
  readonly namespace: string;
  readonly owner: OwnerReference;
  readonly sibling: SiblingRecord;
  readonly trigger: RunTrigger;
}): Draft<AgentRun> {
  const { sibling, trigger } = run;
  return {
    apiVersion: API_VERSION,
    kind: AgentRunResource.kind,
    metadata: {
      name: sibling.name,
      namespace: run.namespace,
      labels: runLabels(sibling.team, trigger),
      ownerReferences: [run.owner],
    },
    spec: { team: sibling.team, ...(sibling.input === undefined ? {} : { input: sibling.input }), trigger },
  };
}

function runLabels(team: string, trigger: RunTrigger): Record<string, string> {
  return {
    [Label.event]: trigger.event ?? "",
    [Label.fire]: trigger.fireID ?? "",
    [Label.team]: team,
    ...(trigger.keyed === true ? { [Label.keyed]: "true" } : {}),
  };
}

function triggerOf({ event, fireID, firedAt, cause, bodyDigest, isKeyed, turn }: FireFacts): RunTrigger {
  return {
    type: cause.type,
    event: event.metadata.name,
    eventUID: event.metadata.uid,
    fireID,
    firedAt: firedAt.toISOString(),
    ...(turn === undefined ? {} : { turn }),
    ...(bodyDigest === undefined ? {} : { bodyDigest }),
    ...(isKeyed ? { keyed: true } : {}),
    ...causeFacts(cause),
  };
}

function causeFacts(cause: FireCause): Partial<RunTrigger> {
  switch (cause.type) {
    case "webhook":
      return {};
    case "cron":
      return { slot: cause.slot.toISOString() };
    case "team-output": {
      const { team, run, uid, chain } = cause.upstream;
      return { upstream: { team, run, uid }, chain: [...chain] };
    }
  }
}
