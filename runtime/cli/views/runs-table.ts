import type { AgentRun } from "../../../lib/api/agent-run.ts";
import { ageOf, tookFrom } from "./ages.ts";
import { inNamespace } from "./in-namespace.ts";
import type { ViewOptions } from "./paint.ts";
import type { Piece } from "./painted-line.ts";
import { phaseOf, phaseTone } from "./phase.ts";
import { textTable } from "./text-table.ts";

const HEADINGS = ["NAME", "TEAM", "PHASE", "TRIGGER", "STEPS", "TOOK", "AGE"] as const;
/** A name tells its team or its event. */
const SPARE = ["STEPS", "TRIGGER", "TEAM", "TOOK", "AGE"];

/** Runs as a table, in the order given. */
export function runsTable(runs: readonly AgentRun[], options: ViewOptions): readonly string[] {
  const rows = runs.map((run) => {
    const { status, spec, metadata } = run;
    const phase = phaseOf(status?.phase);
    return inNamespace<Piece>(options, metadata.namespace ?? "", [
      metadata.name,
      spec.team,
      { text: phase, tone: phaseTone(phase) },
      triggerOf(run),
      doneOf(run),
      tookFrom(status?.startedAt, status?.completedAt, options.now),
      ageOf(metadata.creationTimestamp, options.now),
    ]);
  });
  return textTable(inNamespace(options, "NAMESPACE", HEADINGS), rows, { ...options, spare: SPARE });
}

/** Newest first, for people look for what has just happened; the same instant by name. */
export function newestFirst(runs: readonly AgentRun[]): readonly AgentRun[] {
  const instant = (run: AgentRun) => run.status?.startedAt ?? run.metadata.creationTimestamp;
  const keyed = runs.map((run) => ({ run, at: Date.parse(instant(run)) }));
  keyed.sort((a, b) => b.at - a.at || (a.run.metadata.name < b.run.metadata.name ? -1 : 1));
  return keyed.map(({ run }) => run);
}

/** What started a run: its event, the run that it repeats, or a person. */
export function triggerOf({ spec }: AgentRun): string {
  const { type, event } = spec.trigger;
  const { run, step } = spec.retryOf ?? {};
  if (run !== undefined) return step === undefined ? `retry of ${run}` : `retry of ${step} in ${run}`;
  return event === undefined ? type : `${type} ${event}`;
}

function doneOf({ status }: AgentRun): string {
  const steps = status?.steps;
  if (steps === undefined) return "-";
  return `${steps.filter(({ phase }) => phase === "Succeeded").length}/${steps.length}`;
}
