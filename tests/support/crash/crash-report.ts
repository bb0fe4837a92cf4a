/** What a writer says of one write: done, about to delete, or deleted. */
export type CrashReport =
  | { readonly name: string; readonly version: string; readonly count: number }
  | { readonly name: string; readonly isDeleting: true }
  | { readonly name: string; readonly isDeleted: true };

/** What is known for sure of one object after a crash. */
export type Expected = {
  /** At least so many fires were acknowledged. */
  readonly count: number;
  /** Whether it must, may or must not be there. */
  readonly presence: "there" | "unsure" | "gone";
};

/** Puts together what the lines of a writer say of each object. The last line may be cut off. */
export function expectations(lines: readonly string[]): {
  readonly objects: ReadonlyMap<string, Expected>;
  readonly versions: readonly number[];
} {
  const objects = new Map<string, Expected>();
  const versions: number[] = [];
  for (const line of lines) {
    if (!line.endsWith("}")) continue;
    const report = JSON.parse(line) as CrashReport;
    if ("count" in report) {
      versions.push(Number(report.version));
      objects.set(report.name, { count: report.count, presence: "there" });
    } else {
      const presence = "isDeleted" in report ? "gone" : "unsure";
      objects.set(report.name, { count: objects.get(report.name)?.count ?? 0, presence });
    }
  }
  return { objects, versions };
}
