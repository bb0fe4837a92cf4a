/** Most changes of a letter after which a name still counts as meant. */
const MAX_DISTANCE = 2;

/** The known name that somebody may have meant: it begins as they wrote, or is a slip or two away. */
export function nearestName(written: string, known: readonly string[]): string | undefined {
  const begun = known.find((name) => written.length > 1 && name.startsWith(written));
  if (begun !== undefined) return begun;
  const rated = known
    .map((name) => ({ name, distance: distanceOf(written, name) }))
    .filter(({ name, distance }) => distance <= MAX_DISTANCE && distance < name.length)
    .sort((one, other) => one.distance - other.distance);
  return rated[0]?.name;
}

/** Levenshtein's distance. Source: https://en.wikipedia.org/wiki/Levenshtein_distance */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= other.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (letter === other[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
