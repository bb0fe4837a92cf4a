import { importsOf } from "./imports-of.ts";
import type { SourceFile } from "./source-file.ts";

/** Finds cycles among the imports of files, types included, each as the paths along it. */
export function importCycles(files: readonly SourceFile[]): string[] {
  const edges = new Map(
    files.map((file) => [
      file.path,
      importsOf(file).flatMap(({ target, isRelative }) => (isRelative ? [target] : [])),
    ]),
  );
  const done = new Set<string>();
  const path: string[] = [];
  const cycles: string[] = [];
  const visit = (file: string): void => {
    if (done.has(file)) return;
    const start = path.indexOf(file);
    if (start >= 0) {
      cycles.push([...path.slice(start), file].join(" → "));
      return;
    }
    path.push(file);
    for (const target of edges.get(file) ?? []) visit(target);
    path.pop();
    done.add(file);
  };
  for (const { path: file } of files) visit(file);
  return cycles;
}
