import type { TeamStep } from "../../../lib/api/agent-team.ts";
import { findCycle } from "../../domain/team/find-cycle.ts";
import { displayWidth, padWidth } from "./display-width.ts";
import { graphLanes } from "./graph-lanes.ts";
import type { LineOptions } from "./painted-line.ts";
import { paintedLine } from "./painted-line.ts";
import { printableLine } from "./printable.ts";

/** The steps of a team for people: each below what it depends on, with lines from the one to the other. */
export function graphView(steps: readonly TeamStep[], options: LineOptions = {}): readonly string[] {
  const rows = graphLanes(steps);
  const columns = Math.max(...rows.map(({ cells }) => displayWidth(cells)));
  const names = Math.max(...steps.map(({ name }) => displayWidth(name)));
  const lines = rows.map(({ cells, step }) => {
    if (step === undefined) return paintedLine([cells], options);
    const { name, service, dependsOn = [] } = step;
    const after = dependsOn.length === 0 ? "" : ` after ${dependsOn.join(", ")}`;
    const aside = { text: printableLine(`by ${service}${after}`), tone: "quiet" } as const;
    return paintedLine(
      [`${padWidth(cells, columns)}  `, padWidth(printableLine(name), names), "   ", aside],
      options,
    );
  });
  const cycle = findCycle(steps);
  if (cycle === undefined) return lines;
  return [
    ...lines,
    "",
    `These steps depend on each other and can't begin: ${cycle.map(printableLine).join(" → ")}`,
  ];
}
