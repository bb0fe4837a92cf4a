import { importsOf } from "./imports-of.ts";
import { isIn } from "./misdirected-imports.ts";
import type { SourceFile } from "./source-file.ts";
import { folderTests, testedThrough } from "./tested-through.ts";

/** Folders each of whose files that do something has a test of its own. */
const TESTED = ["runtime/domain", "runtime/dispatch", "runtime/adapters"];
/** Parts of a test's name that say how it runs, and not what it tests. */
const HOW = /\.(?:soak|serial|cluster)$/;

/** Finds tests that bear the name of no file or folder: what they tested was renamed or is gone. */
export function testsOfNothing(tests: readonly string[], sources: readonly SourceFile[]): string[] {
  const names = new Set(sources.flatMap(({ path }) => [path.replace(/\.ts$/, ""), ...parentsOf(path)]));
  return tests.filter(
    (test) => !folderTests.includes(test) && !mirrored(test).some((path) => names.has(path)),
  );
}

/** Finds files with exported functions or classes for which there is no test, in the folders that want one each. */
export function untestedFiles(tests: readonly string[], sources: readonly SourceFile[]): string[] {
  const tested = new Set(tests.flatMap((test) => mirrored(test).map((path) => `${path}.ts`)));
  const importers = importersOf(sources);
  return sources
    .filter(({ path }) => TESTED.some((folder) => isIn(path, folder)))
    .filter(({ text }) => /^export (?:async )?(?:function|class)\b/m.test(text))
    .map(({ path }) => path)
    .filter((path) => !tested.has(path) && !isPartOfAdapter(path, importers.get(path) ?? []))
    .filter((path) => !testedThrough.some(({ folder }) => isIn(path, folder)));
}

/**
 * What a test may mirror: `tests/runtime/a/b-c.test.ts` tests runtime/a/b-c.ts, or an aspect `c` of runtime/a/b.ts.
 */
function mirrored(test: string): string[] {
  const stem = test
    .replace(/^tests\//, "")
    .replace(/\.test\.ts$/, "")
    .replace(HOW, "");
  const folder = `${folderOf(test)}/`;
  const parts = stem.slice(folder.length).split(/(?=[-.])/);
  return parts.map((_, index) => folder + parts.slice(0, index + 1).join(""));
}

function folderOf(test: string): string {
  return test.replace(/^tests\//, "").replace(/\/[^/]*$/, "");
}

function parentsOf(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}

function importersOf(sources: readonly SourceFile[]): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const source of sources) {
    for (const { target, isRelative } of importsOf(source)) {
      if (isRelative) importers.set(target, [...(importers.get(target) ?? []), source.path]);
    }
  }
  return importers;
}

/** An adapter keeps its port's promises as a whole; what only it uses is tested through it. */
function isPartOfAdapter(path: string, importers: readonly string[]): boolean {
  const [adapter] = /^runtime\/adapters\/[^/]+\//.exec(path) ?? [];
  return adapter !== undefined && importers.length > 0 && importers.every((each) => each.startsWith(adapter));
}
