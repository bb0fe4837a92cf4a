import { type AgentRun, AgentRunResource } from "../../../lib/api/agent-run.ts";
import type { ObjectKey } from "../../../lib/api/object.ts";
import type { Fired } from "../../dispatch/fire-result.ts";
import {
  durationOf,
  type EventPlace,
  endedBody,
  locationOf,
  runBody,
  unfinishedBody,
} from "./fire-bodies.ts";
import { ProblemCode } from "./problem.ts";
import type { RunWaiters, WaitEnd } from "./run-waiters.ts";
import type { TriggerParts } from "./trigger-parts.ts";

/** A caller that waits for a fire. */
export type SyncCall = {
  readonly place: EventPlace;
  readonly fired: Fired;
  readonly timeoutMs: number;
  readonly requestId: string;
  /** Registers what to call when the caller is gone. */
  readonly onGone: (leave: () => void) => void;
};

/** Waits until a fire's runs have ended and answers with their outputs, or with 504 once the time is up. */
export async function answerSync(
  parts: TriggerParts,
  waiters: RunWaiters,
  call: SyncCall,
): Promise<Response> {
  const { place, fired } = call;
  const keys = fired.runs.map(({ runName }) => ({ namespace: place.namespace, name: runName }));
  const end = await waiters.wait(keys, call.timeoutMs, call.onGone);
  return end === "ended" ? ended(parts, call, keys) : unfinished(parts, call, end);
}

async function ended(
  parts: TriggerParts,
  { place, fired }: SyncCall,
  keys: readonly ObjectKey[],
): Promise<Response> {
  const runs = await Promise.all(keys.map((key) => parts.store.get(AgentRunResource, key)));
  const bodies = fired.runs.map((known, index) => runBody(known, runs[index]));
  const body = endedBody(fired, bodies, durationOf(fired.firedAt, runs, parts.clock.now()));
  return Response.json(body, { status: 200, headers: locationOf(place, body.runName) });
}

function unfinished(parts: TriggerParts, call: SyncCall, end: WaitEnd): Response {
  const { place, fired, requestId } = call;
  const bodies = fired.runs.map((known) => runBody(known, cachedOr(parts, place, known.runName)));
  const isShutdown = end === "shutdown";
  const facts = {
    durationMs: durationOf(fired.firedAt, [undefined], parts.clock.now()),
    code: isShutdown ? ProblemCode.shuttingDown : ProblemCode.timeout,
    error: isShutdown
      ? "this replica shuts down; the run goes on: poll it at Location"
      : "the run did not end in time and goes on: poll it at Location, or ask for a longer timeout",
    requestId,
  };
  const body = unfinishedBody(fired, bodies, facts);
  return Response.json(body, { status: 504, headers: locationOf(place, body.runName) });
}

/** The cache leaves outputs out: a run that has ended among others that have not is shown without its output. */
function cachedOr(parts: TriggerParts, place: EventPlace, name: string): AgentRun | undefined {
  const run = parts.runs.get({ namespace: place.namespace, name });
  return run ?? ({ status: {} } as AgentRun);
}
