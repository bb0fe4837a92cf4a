import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

/** Folder that the library is written to; git ignores it. */
export const LIBRARY_FOLDER = "out/library";

// The package exports its manifest and its library, but not the command.
const manifest = createRequire(import.meta.url).resolve("typescript/package.json");
const tsc = join(dirname(manifest), "bin", "tsc");

/**
 * Writes `tocsin/lib` as JavaScript with declarations, because Node runs no TypeScript from node_modules.
 * @throws Error with the compiler's output when the source has errors.
 */
export async function buildLibrary(folder: string = LIBRARY_FOLDER): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const options = ["--project", "tsconfig.pack.json", "--outDir", folder];
  try {
    await promisify(execFile)(process.execPath, [tsc, ...options]);
  } catch (error) {
    const { stdout } = error as { stdout?: string };
    throw new Error(`the library does not compile:\n${stdout}`, { cause: error });
  }
}
