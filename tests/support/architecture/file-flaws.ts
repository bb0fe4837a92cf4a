import { importsOf } from "./imports-of.ts";
import { isIn } from "./misdirected-imports.ts";
import type { SourceFile } from "./source-file.ts";

/** Most lines of a file. */
export const MAX_LINES = 250;
/** What the domain may import of others: hashing and comparing, schemas, and regular expressions of linear time. */
const PURE = ["node:crypto", "node:util", "zod", "re2js"];

/** Finds packages that a folder may not import: only the composition wires, and the domain is pure. */
export function misplacedPackages(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) =>
    importsOf(file)
      .filter(({ isRelative }) => !isRelative)
      .filter(({ target }) => !mayUse(file.path, target))
      .map(({ target }) => `${file.path} → ${target}`),
  );
}

function mayUse(path: string, target: string): boolean {
  if (target === "tsyringe") return isIn(path, "runtime/composition");
  return !isIn(path, "runtime/domain") || PURE.includes(target);
}

/** Finds files that read the environment, which only the edges do. */
export function readersOfEnvironment(files: readonly SourceFile[]): string[] {
  const isEdge = (path: string) =>
    ["runtime/composition", "runtime/cli", "synth"].some((folder) => isIn(path, folder));
  return files
    .filter(({ path, text }) => !isEdge(path) && /\bprocess\.env\b/.test(text))
    .map(({ path }) => path);
}

/** Finds files with more lines than one should have; generated ones may. */
export function longFiles(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => !isIn(path, "imports"))
    .map(({ path, text }) => ({ path, lines: text.replace(/\n$/, "").split("\n").length }))
    .filter(({ lines }) => lines > MAX_LINES)
    .map(({ path, lines }) => `${path}: ${lines} lines`);
}
