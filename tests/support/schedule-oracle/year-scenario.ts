import { type MadeCron, makeCron } from "./random-cron.ts";
import { SeededRandom } from "./seeded-random.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MINUTES = 1_440;
/** Starts in September so that the year has a 29 February. */
const START_MS = Date.UTC(2027, 8, 1);
const TICKS = 366 * DAY_MINUTES;
/** The clock is never further off than this. */
export const MAX_OFFSET_DAYS = 3;
/** What no expression may be, and what never comes. */
const UNUSABLE = [
  "61 * * * *",
  "@daily",
  "0 0 * * 7",
  "* * * *",
  "0 0 31 2 *",
  "5 4 31 4,6-6,SEP,11 ?",
] as const;

/** What an author wrote, as far as its schedule goes. */
export interface StorySpec {
  readonly isCron: boolean;
  readonly expression: string;
  /** What the expression means; absent for one that can't be used. */
  readonly cron?: MadeCron;
  readonly isSuspended: boolean;
  /** Whether it is invalid for another reason than its schedule. */
  readonly isBroken: boolean;
}

/** One event's year: its creation, what its author did when, and when `nextFireAt` is looked at. */
export interface Story {
  readonly createdAtMs: number;
  readonly catchUpBoundMs: number | undefined;
  /** In order; the first is the creation. */
  readonly changes: readonly { readonly tick: number; readonly spec: StorySpec }[];
  readonly looks: ReadonlySet<number>;
}

/** A year of minutes in which operators are down, clocks jump and authors change their minds. */
export interface YearScenario {
  readonly ticks: number;
  readonly startMs: number;
  /** Whether the operator runs in a tick. */
  readonly isUp: Uint8Array;
  /** What the operator's clock says in a tick. */
  readonly wallMs: Float64Array;
  /** Ticks in which the operator dies after it created runs and before it accounted them. */
  readonly crashes: ReadonlySet<number>;
  readonly stories: readonly Story[];
}

/** Makes up a year of `schedules` events. */
export function makeYear(schedules: number, seed: number): YearScenario {
  const random = new SeededRandom(seed);
  const { isUp, crashes } = makeOutages(random);
  const { wallMs, setbacks } = makeClock(random);
  const stories = Array.from({ length: schedules }, () => makeStory(random, wallMs, setbacks));
  return { ticks: TICKS, startMs: START_MS, isUp, wallMs, crashes, stories };
}

function makeOutages(random: SeededRandom): Pick<YearScenario, "isUp" | "crashes"> {
  const isUp = new Uint8Array(TICKS).fill(1);
  const crashes = new Set<number>();
  for (let outage = 0; outage < 40; outage++) {
    const start = random.between(1, TICKS - 1);
    isUp.fill(0, start, start + random.pick([1, 2, 30, 600, random.between(1, 20 * DAY_MINUTES)]));
    if (random.onceIn(2)) crashes.add(start - 1);
  }
  return { isUp, crashes };
}

function makeClock(random: SeededRandom): { wallMs: Float64Array; setbacks: readonly number[] } {
  const wallMs = new Float64Array(TICKS);
  const setbacks: number[] = [];
  let offsetMs = 0;
  for (let tick = 0; tick < TICKS; tick++) {
    if (random.onceIn(8_000)) {
      const before = offsetMs;
      offsetMs = makeOffset(random);
      if (offsetMs < before - HOUR_MS) setbacks.push(tick);
    }
    wallMs[tick] = START_MS + tick * MINUTE_MS + offsetMs;
  }
  return { wallMs, setbacks };
}

function makeOffset(random: SeededRandom): number {
  const reachMs = random.pick([0, 1_500, HOUR_MS, 12 * HOUR_MS, MAX_OFFSET_DAYS * DAY_MINUTES * MINUTE_MS]);
  const offsetMs = random.between(-reachMs, reachMs);
  return random.onceIn(2) ? offsetMs : Math.round(offsetMs / MINUTE_MS) * MINUTE_MS;
}

function makeStory(random: SeededRandom, wallMs: Float64Array, setbacks: readonly number[]): Story {
  const createdTick = random.onceIn(3) ? 0 : random.below(TICKS);
  const skewMs = random.between(-20_000, 20_000);
  let spec: StorySpec = {
    ...expressionOf(random),
    isCron: true,
    isSuspended: random.onceIn(6),
    isBroken: false,
  };
  const changes = [{ tick: createdTick, spec }];
  for (const tick of someTicks(random, { count: random.below(16), from: createdTick + 1, setbacks })) {
    spec = change(random, spec);
    changes.push({ tick, spec });
  }
  return {
    createdAtMs: Math.floor(((wallMs[createdTick] ?? START_MS) + skewMs) / 1_000) * 1_000,
    catchUpBoundMs: random.onceIn(4)
      ? random.between(1, random.pick([5, 60, 2 * DAY_MINUTES])) * MINUTE_MS
      : undefined,
    changes,
    looks: new Set([
      ...changes.map(({ tick }) => tick),
      ...someTicks(random, { count: 100, from: createdTick, setbacks }),
    ]),
  };
}

interface TickWish {
  readonly count: number;
  readonly from: number;
  readonly setbacks: readonly number[];
}

/** Distinct ticks in order; many right after one another or after the clock jumped back, where it matters most. */
function someTicks(random: SeededRandom, { count, from, setbacks }: TickWish): number[] {
  const ticks = new Set<number>();
  let last = from;
  for (let made = 0; made < count; made++) {
    last = random.pick([
      last + random.between(1, 90),
      (setbacks[random.below(setbacks.length)] ?? 0) + random.below(random.pick([5, 120, 2_000])),
      random.between(0, TICKS - 1),
    ]);
    if (last >= from && last < TICKS) ticks.add(last);
  }
  return [...ticks].sort((a, b) => a - b);
}

function change(random: SeededRandom, spec: StorySpec): StorySpec {
  return random.pick<() => StorySpec>([
    () => ({ ...spec, isSuspended: !spec.isSuspended }),
    () => ({ ...spec, isSuspended: false, isBroken: !spec.isBroken }),
    () => ({ ...spec, isCron: !spec.isCron }),
    () => ({ ...spec, isCron: true, isSuspended: false, isBroken: false }),
    () => ({ isCron: true, isSuspended: false, isBroken: false, ...expressionOf(random) }),
    () => ({ isCron: spec.isCron, isSuspended: spec.isSuspended, isBroken: false, ...expressionOf(random) }),
  ])();
}

function expressionOf(random: SeededRandom): Pick<StorySpec, "expression" | "cron"> {
  if (random.onceIn(10)) return { expression: random.pick(UNUSABLE) };
  const cron = makeCron(random);
  return { expression: cron.text, cron };
}
