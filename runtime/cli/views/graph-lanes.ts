import { type DagStep, dagOrder } from "./dag-order.ts";

/** A line of the drawing: edges between two steps, or a step with the edges that pass it by. */
export type LaneRow<T extends DagStep> = {
  /** One character a lane and one between two of them. */
  readonly cells: string;
  readonly step?: T;
};

/** A column of the drawing, from a step down to the last of those that depend on it; absent where it is free. */
type Lane = { readonly from: string; readonly waiting: ReadonlySet<string> } | undefined;

/**
 * Draws steps one below the other with the edges between them in lanes at their left, as `git log --graph` does: as
 * narrow as a graph can be drawn, so that 32 steps are readable on any terminal.
 */
export function graphLanes<T extends DagStep>(steps: readonly T[]): readonly LaneRow<T>[] {
  const ordered = dagOrder(steps);
  const rows: LaneRow<T>[] = [];
  let lanes: readonly Lane[] = [];
  for (const [at, step] of ordered.entries()) {
    const needed = lanes.flatMap((lane, column) => (lane?.waiting.has(step.name) ? [column] : []));
    const left = lanes.map((lane) => without(lane, step.name));
    const own = columnFor(needed, left, lanes);
    // Also where the edge goes straight down: without it two steps that have nothing to do with each other look the same.
    if (needed.length > 0) rows.push({ cells: joint(lanes, left, needed, own) });
    const waiting = new Set(ordered.slice(at + 1).flatMap((each) => (needs(each, step) ? [each.name] : [])));
    rows.push({ cells: passing(left, own), step });
    lanes = placed(left, own, waiting.size === 0 ? undefined : { from: step.name, waiting });
  }
  return rows;
}

function needs(step: DagStep, other: DagStep): boolean {
  return step.dependsOn?.includes(other.name) ?? false;
}

function without(lane: Lane, name: string): Lane {
  if (lane === undefined || !lane.waiting.has(name)) return lane;
  const waiting = new Set([...lane.waiting].filter((each) => each !== name));
  return waiting.size === 0 ? undefined : { ...lane, waiting };
}

/** A step goes on in a lane that ends with it, else it takes the first free one beside what it needs. */
function columnFor(needed: readonly number[], left: readonly Lane[], before: readonly Lane[]): number {
  const ending = needed.find((column) => left[column] === undefined);
  if (ending !== undefined) return ending;
  const from = needed[0] ?? 0;
  const free = before.findIndex((lane, column) => column >= from && lane === undefined);
  return free >= 0 ? free : before.length;
}

function placed(lanes: readonly Lane[], column: number, lane: Lane): readonly Lane[] {
  const next = Array.from({ length: Math.max(lanes.length, column + 1) }, (_, at) =>
    at === column ? lane : lanes[at],
  );
  return next.slice(0, next.findLastIndex((each) => each !== undefined) + 1);
}

/** The line of a step: its mark, and the lanes that pass it by. */
function passing(lanes: readonly Lane[], own: number): string {
  const length = Math.max(lanes.length, own + 1);
  const cells = Array.from({ length }, (_, at) =>
    at === own ? "●" : beside(lanes[at] !== undefined, false),
  );
  return cells.join(" ").trimEnd();
}

/** The line above a step that brings together what it needs. Lanes that have nothing to do with it stay whole. */
function joint(
  before: readonly Lane[],
  after: readonly Lane[],
  needed: readonly number[],
  own: number,
): string {
  const first = Math.min(own, ...needed);
  const last = Math.max(own, ...needed);
  const cells = Array.from({ length: Math.max(before.length, own + 1) }, (_, at) => {
    const up = before[at] !== undefined;
    const down = at === own || after[at] !== undefined;
    const left = at > first && at <= last;
    const right = at >= first && at < last;
    const isTouched = at === own || needed.includes(at);
    return (isTouched ? corner({ up, down, left, right }) : beside(up, left && right)) + (right ? "─" : " ");
  });
  return cells.join("").trimEnd();
}

/** What an edge passes by: a lane stays whole, and over nothing the edge itself is seen. */
function beside(isLane: boolean, isCrossed: boolean): string {
  if (isLane) return "│";
  return isCrossed ? "─" : " ";
}

type Ends = { readonly up: boolean; readonly down: boolean; readonly left: boolean; readonly right: boolean };

function corner({ up, down, left, right }: Ends): string {
  const ends = [up && "u", down && "d", left && "l", right && "r"].filter((each) => each !== false);
  return CORNERS[ends.join("")] ?? " ";
}

const CORNERS: Readonly<Record<string, string>> = {
  ud: "│",
  udr: "├",
  udl: "┤",
  udlr: "┼",
  ur: "╰",
  ul: "╯",
  ulr: "┴",
  dr: "╭",
  dl: "╮",
  dlr: "┬",
};
