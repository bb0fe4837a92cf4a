import type { AgentRun } from "../../../lib/api/agent-run.ts";

/** The runs of one fire, as observed. */
export type ObservedFire = {
  readonly fireID: string;
  /** Tells two fires apart that took different turns under Forbid with one fireID. */
  readonly turn: number | undefined;
  /** The run with the fire's record; undefined where it is gone. */
  readonly runZero: AgentRun | undefined;
  readonly runs: readonly AgentRun[];
};

/** Whether a run is one of a fire: retries and runs started by hand are none (protocols A). */
export function isOfAFire(run: AgentRun): boolean {
  return (
    run.spec.trigger.type !== "cli" && run.spec.trigger.fireID !== undefined && run.spec.retryOf === undefined
  );
}

/** Whether a run has a phase, which a run has from its start on. */
export function hasPhase(run: AgentRun): boolean {
  return run.status?.phase !== undefined;
}

/** Whether a run has ended. */
export function hasEnded(run: AgentRun): boolean {
  return run.status?.phase === "Succeeded" || run.status?.phase === "Failed";
}

/** Groups an event's runs into fires, oldest turn or firing time first. */
export function firesOf(runs: readonly AgentRun[]): readonly ObservedFire[] {
  const groups = new Map<string, AgentRun[]>();
  for (const run of runs) {
    if (!isOfAFire(run)) continue;
    const id = `${run.spec.trigger.fireID} ${run.spec.trigger.turn ?? ""}`;
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [run]);
    else group.push(run);
  }
  // Dates are read once a fire, not at each comparison: an event may have hundreds.
  return [...groups.values()]
    .map((group) => ({ fire: fireOf(group), firedMs: firedMs(group) }))
    .sort(inOrder)
    .map(({ fire }) => fire);
}

function fireOf(runs: readonly AgentRun[]): ObservedFire {
  const trigger = runs[0]?.spec.trigger;
  return {
    fireID: trigger?.fireID ?? "",
    turn: trigger?.turn,
    runZero: runs.find((run) => run.spec.trigger.index === 0),
    runs,
  };
}

type Dated = { readonly fire: ObservedFire; readonly firedMs: number };

function inOrder(one: Dated, other: Dated): number {
  const byTurn = (one.fire.turn ?? -1) - (other.fire.turn ?? -1);
  if (byTurn !== 0) return byTurn;
  const byTime = one.firedMs - other.firedMs;
  if (byTime !== 0) return byTime;
  return one.fire.fireID < other.fire.fireID ? -1 : 1;
}

function firedMs(runs: readonly AgentRun[]): number {
  return Date.parse(runs[0]?.spec.trigger.firedAt ?? "") || 0;
}
