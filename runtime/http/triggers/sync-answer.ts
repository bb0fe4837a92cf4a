import { type AgentRun, AgentRunResource } from "../../../lib/api/agent-run.ts";
import { keyOf, keyText, type ObjectKey } from "../../../lib/api/object.ts";
import type { Fired } from "../../dispatch/fire-result.ts";
import { StoreError } from "../../ports/store-error.ts";
import {
  durationOf,
  type EventPlace,
  endedBody,
  locationOf,
  type RunBody,
  runBody,
  standingBody,
  unfinishedBody,
} from "./fire-bodies.ts";
import { ProblemCode } from "./problem.ts";
import type { RunWaiters } from "./run-waiters.ts";
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

/** Why a caller gets no outputs. The fire is stored all the same, so none of these is an error of the fire. */
type Unfinished =
  | typeof ProblemCode.timeout
  | typeof ProblemCode.shuttingDown
  | typeof ProblemCode.unavailable;

const EXPLANATIONS: Record<Unfinished, string> = {
  [ProblemCode.timeout]:
    "the run did not end in time and goes on: poll it at Location, or ask for a longer timeout",
  [ProblemCode.shuttingDown]: "this replica shuts down; the run goes on: poll it at Location",
  [ProblemCode.unavailable]: "the outputs can't be read for now: poll them at Location",
};

/** Waits until a fire's runs have ended and answers with their outputs, or with 504 once the time is up. */
export async function answerSync(
  parts: TriggerParts,
  waiters: RunWaiters,
  call: SyncCall,
): Promise<Response> {
  const ended = new Map<string, AgentRun>();
  const onEnded = (run: AgentRun) => void ended.set(keyText(keyOf(run)), run);
  const caller = { isFresh: !call.fired.isReplay, onGone: call.onGone, onEnded };
  const end = await waiters.wait(keysOf(call), call.timeoutMs, caller);
  // Nobody needs outputs where the caller is gone or the process is about to be.
  if (end === "shutdown") return unfinished(parts, call, ProblemCode.shuttingDown);
  if (end === "gone") return unfinished(parts, call, ProblemCode.timeout);
  const runs = await wholeRuns(parts, call, ended);
  if (runs === undefined) return unfinished(parts, call, ProblemCode.unavailable);
  const bodies = call.fired.runs.map((known, index) => runBody(known, runs[index]));
  // The last change may be in the store and not in the cache when the time is up.
  if (bodies.some((body) => body.status === "running"))
    return unfinished(parts, call, ProblemCode.timeout, bodies);
  const { fired, place } = call;
  const body = endedBody(fired, bodies, durationOf(fired.firedAt, runs, parts.clock.now()));
  return Response.json(body, { status: 200, headers: locationOf(place, body.runName) });
}

function unfinished(
  parts: TriggerParts,
  call: SyncCall,
  code: Unfinished,
  bodies: readonly RunBody[] = standing(parts, call),
): Response {
  const { place, fired, requestId } = call;
  const durationMs = durationOf(fired.firedAt, [undefined], parts.clock.now());
  const facts = { durationMs, code, error: EXPLANATIONS[code], requestId };
  const body = unfinishedBody(fired, bodies, facts);
  return Response.json(body, { status: 504, headers: locationOf(place, body.runName) });
}

/**
 * The runs as they ended, the others read live; undefined where the store can't be read: what is stored must not be
 * answered with an error.
 */
async function wholeRuns(
  parts: TriggerParts,
  call: SyncCall,
  ended: ReadonlyMap<string, AgentRun>,
): Promise<readonly (AgentRun | undefined)[] | undefined> {
  const whole = (key: ObjectKey) => ended.get(keyText(key)) ?? parts.store.get(AgentRunResource, key);
  try {
    return await Promise.all(keysOf(call).map(whole));
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const { requestId, fired } = call;
    parts.logger.warn("outputs can't be read", { requestId, taskID: fired.fireID, reason: error.reason });
    return undefined;
  }
}

function standing(parts: TriggerParts, { place, fired }: SyncCall): readonly RunBody[] {
  const { namespace } = place;
  return fired.runs.map((known) => standingBody(known, parts.runs.get({ namespace, name: known.runName })));
}

function keysOf({ place, fired }: SyncCall): readonly ObjectKey[] {
  return fired.runs.map(({ runName }) => ({ namespace: place.namespace, name: runName }));
}
