import type { SeededRandom } from "./seeded-random.ts";

/** What a field of a made-up expression matches, known because we made it and not because it was parsed. */
export interface MadeField {
  readonly text: string;
  readonly values: ReadonlySet<number>;
  readonly isStar: boolean;
}

/** A made-up cron expression: minute, hour, day-of-month, month and day-of-week. */
export interface MadeCron {
  readonly text: string;
  readonly fields: readonly [MadeField, MadeField, MadeField, MadeField, MadeField];
}

const MINUTE = { min: 0, max: 59, starIn: 60 };
const HOUR = { min: 0, max: 23, starIn: 8 };
const DAY = { min: 1, max: 31, starIn: 2 };
const MONTH = {
  min: 1,
  max: 12,
  starIn: 2,
  names: ["JAN", "feb", "Mar", "APR", "may", "Jun", "JUL", "aug", "Sep", "OCT", "nov", "Dec"],
};
const WEEKDAY = { min: 0, max: 6, starIn: 2, names: ["SUN", "mon", "Tue", "WED", "thu", "Fri", "SAT"] };

interface Bounds {
  readonly min: number;
  readonly max: number;
  /** How often the field is any value: once in so many times. */
  readonly starIn: number;
  readonly names?: readonly string[];
}

/** Makes an expression up. A year of one has some thousand slots on average, from none to half a million. */
export function makeCron(random: SeededRandom): MadeCron {
  const fields = [MINUTE, HOUR, DAY, MONTH, WEEKDAY].map((bounds) =>
    makeField(random, bounds),
  ) as unknown as MadeCron["fields"];
  return { text: fields.map(({ text }) => text).join(" "), fields };
}

function makeField(random: SeededRandom, bounds: Bounds): MadeField {
  if (random.onceIn(bounds.starIn)) return listOf([makeAny(random, bounds)]);
  const count = random.pick([1, 1, 1, 1, 2, 3]);
  return listOf(Array.from({ length: count }, () => makeItem(random, bounds)));
}

function listOf(items: readonly MadeField[]): MadeField {
  return {
    text: items.map(({ text }) => text).join(","),
    values: new Set(items.flatMap(({ values }) => [...values])),
    isStar: items.some(({ isStar }) => isStar),
  };
}

function makeItem(random: SeededRandom, bounds: Bounds): MadeField {
  const from = random.between(bounds.min, bounds.max);
  const to = random.between(from, bounds.max);
  const step = random.between(1, 15);
  const first = spell(random, bounds, from);
  const last = spell(random, bounds, to);
  const make: () => Omit<MadeField, "isStar"> = random.pick([
    () => ({ text: first, values: every(from, from, 1) }),
    () => ({ text: `${first}-${last}`, values: every(from, to, 1) }),
    () => ({ text: `${first}-${last}/${step}`, values: every(from, to, step) }),
    () => ({ text: `${first}/${step}`, values: every(from, bounds.max, step) }),
    () => ({ text: `*/${step + 1}`, values: every(bounds.min, bounds.max, step + 1) }),
  ]);
  if (random.onceIn(30)) return makeAny(random, bounds);
  return { ...(random.onceIn(2) ? make() : { text: first, values: every(from, from, 1) }), isStar: false };
}

function makeAny(random: SeededRandom, { min, max }: Bounds): MadeField {
  return { text: random.pick(["*", "*", "*", "?", "*/1"]), values: every(min, max, 1), isStar: true };
}

function spell(random: SeededRandom, { min, names }: Bounds, value: number): string {
  const name = names?.[value - min];
  if (name !== undefined && random.onceIn(3)) return name;
  return random.onceIn(20) ? `0${value}` : `${value}`;
}

function every(from: number, to: number, step: number): Set<number> {
  const values = new Set<number>();
  for (let value = from; value <= to; value += step) values.add(value);
  return values;
}
