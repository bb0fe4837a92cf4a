/** Finds steps that wait for each other, as the names from one back to itself; undefined where there are none. */
export function dependencyCycle(
  dependencies: ReadonlyMap<string, readonly string[]>,
): readonly string[] | undefined {
  const settled = new Set<string>();

  function visit(step: string, trail: readonly string[]): readonly string[] | undefined {
    if (trail.includes(step)) return [...trail.slice(trail.indexOf(step)), step];
    if (settled.has(step)) return undefined;
    for (const needed of dependencies.get(step) ?? []) {
      const cycle = visit(needed, [...trail, step]);
      if (cycle !== undefined) return cycle;
    }
    settled.add(step);
    return undefined;
  }

  for (const step of dependencies.keys()) {
    const cycle = visit(step, []);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}
