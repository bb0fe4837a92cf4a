import type { AgentEvent } from "../../../lib/api/agent-event.ts";
import { type AgentRun, AgentRunResource } from "../../../lib/api/agent-run.ts";
import { hasEnded } from "../../domain/firing/fires-of.ts";
import { durationOf, endedBody, runBody } from "./fire-bodies.ts";
import { Problem, ProblemCode } from "./problem.ts";
import type { TriggerParts } from "./trigger-parts.ts";

/** Answers how a run of an event stands, in the sync shape, to poll after 202 or 504. Throws Problem 404. */
export async function answerPoll(parts: TriggerParts, event: AgentEvent, runName: string): Promise<Response> {
  const { namespace } = event.metadata;
  const run = await parts.store.get(AgentRunResource, { namespace, name: runName });
  if (run === undefined || !isOwnedBy(run, event)) {
    throw new Problem(404, ProblemCode.notFound, "this event has no run of that name");
  }
  const { fireID = "", firedAt = run.metadata.creationTimestamp } = run.spec.trigger;
  const bodies = [runBody({ team: run.spec.team, runName }, run)];
  const fired = { kind: "fired", fireID, firedAt, runs: [], isReplay: false } as const;
  const body = endedBody(fired, bodies, durationOf(firedAt, [run], parts.clock.now()));
  return Response.json(hasEnded(run) ? body : { ...body, status: "running" });
}

function isOwnedBy(run: AgentRun, event: AgentEvent): boolean {
  return run.metadata.ownerReferences?.some((owner) => owner.uid === event.metadata.uid) ?? false;
}
