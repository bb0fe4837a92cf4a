import type { AgentEvent } from "../../../lib/api/agent-event.ts";
import type { AgentRun } from "../../../lib/api/agent-run.ts";
import { inOrderOfCompletion } from "../../../runtime/domain/event/plan-upstream.ts";
import { firesOf, hasEnded, type ObservedFire } from "../../../runtime/domain/firing/fires-of.ts";
import type { Acknowledged } from "./webhook-caller.ts";

/** What is left of a test once everything has settled. */
export type Evidence = {
  readonly events: readonly AgentEvent[];
  readonly runs: readonly AgentRun[];
  readonly acknowledged: readonly Acknowledged[];
  /**
   * How often the order of completions may break: once a change of leader, where the write of a run's end was under
   * way and became visible after a later end that the new leader wrote. None unless told otherwise.
   */
  readonly mayReorder?: number;
};

/** More of the same would only hide what is different. */
const MAX_PROBLEMS = 40;

/** A slot's fire is dispatched within its minute, or at once after it was found to be the latest. */
const SLOT_MS = 60_000 + 2_000;

/** Says what is wrong with the fires of events whose history was kept; empty where every promise was kept. */
export function brokenPromises(evidence: Evidence): string[] {
  const problems = [
    ...lostFires(evidence),
    ...evidence.events.flatMap((event) => eventProblems(event, evidence)),
  ];
  const more = problems.length - MAX_PROBLEMS;
  return more > 0 ? [...problems.slice(0, MAX_PROBLEMS), `and ${more} more`] : problems;
}

/** Acknowledged = stored: all runs of an acknowledged fire exist and have ended; a key has one fire. */
function lostFires({ events, runs, acknowledged }: Evidence): string[] {
  const kept = new Set(events.map((event) => event.metadata.name));
  const byName = new Map(runs.map((run) => [run.metadata.name, run]));
  const byKey = new Map<string, string>();
  return acknowledged.flatMap(({ event, taskID, runNames, key = taskID }) => {
    if (!kept.has(event)) return [];
    const first = byKey.get(`${event} ${key}`) ?? taskID;
    byKey.set(`${event} ${key}`, first);
    const twice = first === taskID ? [] : [`${event}: the key ${key} fired ${first} and ${taskID}`];
    const lost = runNames.filter((name) => byName.get(name)?.spec.trigger.fireID !== taskID);
    return [...twice, ...lost.map((name) => `${event}: run ${name} of fire ${taskID} is lost`)];
  });
}

function eventProblems(event: AgentEvent, evidence: Evidence): string[] {
  const { name, uid } = event.metadata;
  const runs = evidence.runs.filter((run) => run.spec.trigger.eventUID === uid);
  const fires = firesOf(runs);
  return [
    ...runs.filter((run) => !hasEnded(run)).map((run) => `run ${run.metadata.name} has not ended`),
    ...fires.flatMap((fire) => fireProblems(event, fire)),
    ...counterProblems(event, fires),
    ...sourceProblems(event, fires, evidence),
    ...(event.spec.concurrencyPolicy === "Forbid" ? overlaps(fires) : []),
  ].map((problem) => `${name}: ${problem}`);
}

/** One run a target, all of one fire. */
function fireProblems(event: AgentEvent, { fireID, runs }: ObservedFire): string[] {
  const found = runs.map((run) => `${run.spec.trigger.index} ${run.spec.team}`).sort();
  const wanted = event.spec.targets.map((target, index) => `${index} ${target.team}`).sort();
  return `${found}` === `${wanted}` ? [] : [`fire ${fireID} has the runs ${found}, not ${wanted}`];
}

function counterProblems({ status }: AgentEvent, fires: readonly ObservedFire[]): string[] {
  const distinct = new Set(fires.map((fire) => fire.fireID)).size;
  const firedAts = fires.map((fire) => fire.runZero?.spec.trigger.firedAt ?? "").sort();
  const last = firedAts.at(-1);
  return [
    ...(distinct === fires.length ? [] : [`${fires.length} fires share ${distinct} ids`]),
    ...(status?.firedCount === distinct ? [] : [`firedCount is ${status?.firedCount} of ${distinct}`]),
    ...(status?.lastFiredAt === last ? [] : [`lastFiredAt is ${status?.lastFiredAt}, not ${last}`]),
    ...(status?.ledger?.starting === undefined ? [] : [`${status.ledger.starting} are still starting`]),
  ];
}

function sourceProblems(event: AgentEvent, fires: readonly ObservedFire[], evidence: Evidence): string[] {
  switch (event.spec.source.type) {
    case "webhook":
      return [];
    case "cron":
      return slotProblems(event, fires);
    case "team-output":
      return upstreamProblems(event, fires, evidence);
  }
}

/** A slot fires once, and only while it is the latest one. */
function slotProblems({ status }: AgentEvent, fires: readonly ObservedFire[]): string[] {
  const slots = fires.map((fire) => Date.parse(fire.runZero?.spec.trigger.slot ?? ""));
  const since = Date.parse(status?.ledger?.since ?? "");
  const late = fires.filter(({ runZero }) => {
    const { slot = "", firedAt = "" } = runZero?.spec.trigger ?? {};
    const lag = Date.parse(firedAt) - Date.parse(slot);
    return !(lag >= 0 && lag < SLOT_MS);
  });
  return [
    ...(new Set(slots).size === slots.length ? [] : ["a slot fired twice"]),
    ...(since >= Math.max(0, ...slots) ? [] : [`since is ${status?.ledger?.since}, before the last slot`]),
    ...late.map(({ runZero }) => `a slot was not the latest: ${JSON.stringify(runZero?.spec.trigger)}`),
  ];
}

/** Every completion fires once (Forbid may skip one), in the order of the completions. */
function upstreamProblems(
  event: AgentEvent,
  fires: readonly ObservedFire[],
  { runs, mayReorder = 0 }: Evidence,
): string[] {
  const { name = "", onPhase = "Succeeded" } = event.spec.source.teamOutput ?? {};
  const due = runs
    .filter((run) => run.spec.team === name && (onPhase === "*" || run.status?.phase === onPhase))
    .sort(inOrderOfCompletion)
    .map((run) => run.metadata.uid);
  const fired = fires
    .toSorted((one, other) => firedMs(one) - firedMs(other))
    .map((fire) => fire.runZero?.spec.trigger.upstream?.uid ?? "");
  const missed = due.filter((uid) => !fired.includes(uid));
  const isForbid = event.spec.concurrencyPolicy === "Forbid";
  const places = fired.map((uid) => due.indexOf(uid));
  const reordered = places.filter((place, index) => place < (places[index - 1] ?? -1)).length;
  return [
    ...(new Set(fired).size === fired.length ? [] : ["a completion fired twice"]),
    ...(isForbid || missed.length === 0 ? [] : [`${missed.length} of ${due.length} completions were missed`]),
    ...(places.includes(-1) ? ["something fired that was no completion"] : []),
    ...(reordered <= mayReorder ? [] : [`completions fired out of order ${reordered} times`]),
  ];
}

/** Under Forbid a fire begins only after the one before it has ended. */
function overlaps(fires: readonly ObservedFire[]): string[] {
  const spans = fires
    .map(({ fireID, runs }) => ({
      fireID,
      from: Math.min(...runs.map((run) => Date.parse(run.status?.startedAt ?? ""))),
      to: Math.max(...runs.map((run) => Date.parse(run.status?.completedAt ?? ""))),
    }))
    .sort((one, other) => one.from - other.from);
  return spans.flatMap((span, index) => {
    const before = spans[index - 1];
    return before === undefined || before.to <= span.from
      ? []
      : [`fires ${before.fireID} and ${span.fireID} overlap by ${before.to - span.from} ms`];
  });
}

function firedMs(fire: ObservedFire): number {
  return Date.parse(fire.runZero?.spec.trigger.firedAt ?? "");
}
