import type { AgentRun, StepStatus } from "../../../lib/api/agent-run.ts";
import { tookFrom } from "./ages.ts";
import { dagOrder } from "./dag-order.ts";
import { inPlain, type ViewOptions } from "./paint.ts";
import type { Piece } from "./painted-line.ts";
import { phaseMark, phaseTone } from "./phase.ts";
import { textTable } from "./text-table.ts";
import { wrapText } from "./wrap-text.ts";

const HEADINGS = ["STEP", "PHASE", "TOOK", "ATTEMPTS", "TOKENS", "AFTER"] as const;
const SPARE = ["TOKENS", "ATTEMPTS", "AFTER", "TOOK"];

/** The steps of a run as a tree, each after those that it depends on, with the error of one that has one below it. */
export function stepTree(run: AgentRun, options: ViewOptions): readonly string[] {
  const needs = new Map(run.status?.teamSpec?.steps.map(({ name, dependsOn }) => [name, dependsOn ?? []]));
  const steps = dagOrder(
    (run.status?.steps ?? []).map((status) => ({
      name: status.name,
      dependsOn: [...(needs.get(status.name) ?? [])],
      status,
    })),
  );
  const rows = steps.map(({ status, dependsOn }, at) => [
    `${at === steps.length - 1 ? "└─" : "├─"} ${phaseMark(status.phase)} ${status.name}`,
    ...cellsOf(status, options.now),
    dependsOn.join(", "),
  ]);
  const [heading = "", ...lines] = textTable(HEADINGS, rows, { ...options, spare: SPARE });
  const body = lines.flatMap((line, at) => {
    const step = steps[at];
    return [line, ...errorOf(step?.status, at === steps.length - 1, options)];
  });
  return [heading, ...body];
}

function cellsOf(step: StepStatus, now: Date): readonly Piece[] {
  const { phase, startedAt, completedAt, attempts, tokens } = step;
  return [
    { text: phase, tone: phaseTone(phase) },
    tookFrom(startedAt, completedAt, now),
    attempts === undefined ? "-" : `${attempts}`,
    tokens === undefined ? "-" : `${tokens.prompt}+${tokens.completion}`,
  ];
}

function errorOf(step: StepStatus | undefined, isLast: boolean, options: ViewOptions): readonly string[] {
  if (step?.error === undefined) return [];
  const { width, paint = inPlain } = options;
  const margin = isLast ? "       " : "│      ";
  const tone = step.phase === "Failed" ? "bad" : "quiet";
  const lines = wrapText(step.error, width === undefined ? undefined : width - margin.length);
  return lines.map((line) => margin + paint(tone, line));
}
