/** A slot that was fired, or passed over because it was too old. */
export interface Settled {
  readonly tick: number;
  /** The slot, in minutes since the epoch. */
  readonly slot: number;
  readonly missed: number;
  readonly isFired: boolean;
}

/** What an event did in a year, in few bytes: a year of a thousand events settles millions of slots. */
export class StoryLog {
  readonly #settled: number[] = [];
  readonly #looks: number[] = [];

  /** How many slots were settled. */
  get settledCount(): number {
    return this.#settled.length / 4;
  }

  /** Notes a slot. */
  settle({ tick, slot, missed, isFired }: Settled): void {
    this.#settled.push(tick, slot, missed, isFired ? 1 : 0);
  }

  /** Notes `nextFireAt`, in minutes since the epoch. */
  look(tick: number, nextFire: number | undefined): void {
    this.#looks.push(tick, nextFire ?? -1);
  }

  /** The first way in which another log differs, or undefined where both say the same. */
  differenceFrom(expected: StoryLog): string | undefined {
    return (
      firstDifference(expected.#settled, this.#settled, 4, ["tick", "slot", "missed", "fired"]) ??
      firstDifference(expected.#looks, this.#looks, 2, ["tick", "nextFireAt"])
    );
  }
}

function firstDifference(
  expected: readonly number[],
  actual: readonly number[],
  width: number,
  names: readonly string[],
): string | undefined {
  const at = expected.findIndex((value, index) => value !== actual[index]);
  const differs = at >= 0 ? at : expected.length < actual.length ? expected.length : undefined;
  if (differs === undefined) return undefined;
  const start = differs - (differs % width);
  const row = (numbers: readonly number[]) =>
    names.map((name, index) => `${name}=${numbers[start + index] ?? "none"}`).join(" ");
  return `expected ${row(expected)}, but was ${row(actual)}`;
}
