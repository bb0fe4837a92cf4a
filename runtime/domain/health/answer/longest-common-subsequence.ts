/** Counts the words that two texts share in the same order; the cost is the product of their lengths. */
export function longestCommonSubsequence(left: readonly string[], right: readonly string[]): number {
  let above = new Array<number>(right.length + 1).fill(0);
  for (const word of left) {
    const row = [0];
    for (let column = 1; column <= right.length; column++) {
      const longest =
        word === right[column - 1]
          ? (above[column - 1] ?? 0) + 1
          : Math.max(above[column] ?? 0, row[column - 1] ?? 0);
      row.push(longest);
    }
    above = row;
  }
  return above[right.length] ?? 0;
}
