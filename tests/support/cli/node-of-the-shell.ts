import { existsSync } from "node:fs";
import { delimiter, join, sep } from "node:path";

/**
 * The Node that a person's shell has, which may be older than the one of this checkout; this one where there is no
 * other. The README promises that the CLI runs on it.
 */
export function nodeOfTheShell(): string {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const foreign = folders.filter((folder) => !folder.split(sep).includes("node_modules"));
  return foreign.map((folder) => join(folder, "node")).find((file) => existsSync(file)) ?? process.execPath;
}
