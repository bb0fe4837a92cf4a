import { CRASH_POINTS, type Crash } from "./crashing-store.ts";

/** How a life ends: at a write, at a call of the model, or whenever the parent kills it. */
export type Doom = {
  readonly name: string;
  readonly crash: Crash | undefined;
  /** The how-manieth call of the model kills; 0 for none. */
  readonly atModelCall: number;
};

/** Writes of most kinds happen more often than this in a life. */
const MAX_OCCURRENCE = 40;
/** These happen seldom, so their first occurrence has to do. */
const RARE = new Set<string>(["token", "history", "step-end"]);

/** Both sides of every write in turn, with calls of the model and random moments in between. */
export function doomOf(life: number): Doom {
  const sides = CRASH_POINTS.flatMap((point) => [
    { point, side: "before" as const },
    { point, side: "after" as const },
  ]);
  const place = life % (sides.length + 4);
  const within = 1 + Math.floor(Math.random() * MAX_OCCURRENCE);
  const { point, side } = sides[place] ?? {};
  if (point !== undefined && side !== undefined) {
    const crash = { point, side, occurrence: RARE.has(point) ? 1 : within };
    return { name: `${side} ${point}`, crash, atModelCall: 0 };
  }
  const isModelCall = place % 2 === 0;
  return {
    name: isModelCall ? "model call" : "random",
    crash: undefined,
    atModelCall: isModelCall ? within : 0,
  };
}
