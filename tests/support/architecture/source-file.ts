import { globSync, readFileSync } from "node:fs";

/** A TypeScript file of the project. */
export type SourceFile = {
  /** Path from the project's folder, with slashes. */
  readonly path: string;
  readonly text: string;
};

/** Reads all TypeScript files in the project's folders. */
export function readSources(...folders: readonly string[]): SourceFile[] {
  return folders
    .flatMap((folder) => globSync(`${folder}/**/*.ts`))
    .map((path) => path.replaceAll("\\", "/"))
    .sort()
    .map((path) => ({ path, text: readFileSync(path, "utf8") }));
}
