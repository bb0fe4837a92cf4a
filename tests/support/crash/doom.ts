import { CRASH_POINTS, type Crash, type CrashPoint } from "./crashing-store.ts";

/** How a life ends: at a write, at a call of the model, or whenever the parent kills it. */
export type Doom = {
  readonly name: string;
  readonly crash: Crash | undefined;
  /** The how-manieth call of the model kills; 0 for none. */
  readonly atModelCall: number;
};

/** Writes of most kinds happen at least this often in a life. Too small a number, and nothing ever gets done. */
const MAX_OCCURRENCE = 120;
/** These happen less often. */
const MAX_OCCURRENCES: Partial<Record<CrashPoint, number>> = {
  token: 1,
  history: 3,
  "step-end": 5,
  "run-zero": 15,
  sibling: 15,
  "event-status": 30,
};

/** Both sides of every write in turn, with calls of the model and random moments in between. */
export function doomOf(life: number): Doom {
  const sides = CRASH_POINTS.flatMap((point) => [
    { point, side: "before" as const },
    { point, side: "after" as const },
  ]);
  const place = life % (sides.length + 4);
  const { point, side } = sides[place] ?? {};
  const most = (point && MAX_OCCURRENCES[point]) ?? MAX_OCCURRENCE;
  const within = 1 + Math.floor(Math.random() * most);
  if (point !== undefined && side !== undefined) {
    const crash = { point, side, occurrence: within };
    return { name: `${side} ${point}`, crash, atModelCall: 0 };
  }
  const isModelCall = place % 2 === 0;
  return {
    name: isModelCall ? "model call" : "random",
    crash: undefined,
    atModelCall: isModelCall ? within : 0,
  };
}
