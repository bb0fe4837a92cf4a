import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** How one file of a folder differs from what was expected of it. */
export type FileDifference = {
  readonly file: string;
  readonly difference: "missing" | "changed" | "left over";
};

/** Compares two folders file by file, by content. A folder that does not exist is an empty one. */
export function differingFiles(actual: string, expected: string): FileDifference[] {
  const actualFiles = new Set(filesOf(actual));
  const expectedFiles = new Set(filesOf(expected));
  return [...new Set([...actualFiles, ...expectedFiles])].sort().flatMap((file): FileDifference[] => {
    if (!actualFiles.has(file)) return [{ file, difference: "missing" }];
    if (!expectedFiles.has(file)) return [{ file, difference: "left over" }];
    const isSame = readFileSync(join(actual, file)).equals(readFileSync(join(expected, file)));
    return isSame ? [] : [{ file, difference: "changed" }];
  });
}

function filesOf(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return globSync("**/*", { cwd: folder }).filter((file) => statSync(join(folder, file)).isFile());
}
