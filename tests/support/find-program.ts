import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import * as assert from "uvu/assert";

/** The file of a program on the PATH; undefined where this machine has none. */
export function findProgram(name: string): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

/** Says that tests are left out since a program was not found, and fails where it can be run all the same. */
export function leaveOutWithout(program: string, what: string): void {
  process.stdout.write(`\nleft out: ${what}: no ${program} on the PATH\n`);
  assert.throws(
    () => execFileSync(program, ["--help"], { stdio: "ignore" }),
    (error: NodeJS.ErrnoException) => error.code === "ENOENT",
  );
}
