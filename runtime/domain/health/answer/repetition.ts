/** The longest stretch of a sequence that is one unit again and again. */
export type Repetition = { readonly period: number; readonly repeats: number; readonly length: number };

/** Finds, for each period up to the longest, the longest repeated stretch; cost: length × longest period. */
export function longestRepetitions(sequence: Int32Array, longestPeriod: number): readonly Repetition[] {
  const found: Repetition[] = [];
  for (let period = 1; period <= longestPeriod && period * 2 <= sequence.length; period++) {
    let run = 0;
    let longest = 0;
    for (let at = period; at < sequence.length; at++) {
      run = sequence[at] === sequence[at - period] ? run + 1 : 0;
      if (run > longest) longest = run;
    }
    if (longest > 0) {
      const length = longest + period;
      found.push({ period, repeats: Math.floor(length / period), length });
    }
  }
  return found;
}

/** Numbers the units of a sequence so that equal ones have equal numbers. */
export function numbered(units: readonly string[]): Int32Array {
  const numbers = new Map<string, number>();
  return Int32Array.from(units, (unit) => {
    const known = numbers.get(unit);
    if (known !== undefined) return known;
    numbers.set(unit, numbers.size);
    return numbers.size - 1;
  });
}
