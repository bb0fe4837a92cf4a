import { posix } from "node:path";
import type { SourceFile } from "./source-file.ts";

/** What a file imports. */
export type Import = {
  /** A path from the project's folder, or a package as it was named. */
  readonly target: string;
  readonly isRelative: boolean;
  /** Erased when the program runs. */
  readonly isType: boolean;
};

const STATEMENT = /^\s*(?:import|export)\s+(type\s+)?(?:[\w*{][^;"'`]*?\sfrom\s+)?["']([^"'\n]+)["']/gm;
const CALL = /\bimport\(\s*["']([^"']+)["']\s*\)/g;

/** Finds what a file imports, dynamic imports and types named by `import("…")` included. */
export function importsOf(file: SourceFile): Import[] {
  const statements = Array.from(file.text.matchAll(STATEMENT), ([, type, specifier = ""]) =>
    importOf(file, specifier, type !== undefined),
  );
  const calls = Array.from(file.text.matchAll(CALL), ([, specifier = ""]) =>
    importOf(file, specifier, false),
  );
  return [...statements, ...calls];
}

function importOf(file: SourceFile, specifier: string, isType: boolean): Import {
  const isRelative = specifier.startsWith(".");
  const target = isRelative ? posix.join(posix.dirname(file.path), specifier) : specifier;
  return { target, isRelative, isType };
}
