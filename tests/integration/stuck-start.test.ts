import { execFileSync, spawn } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { temporaryFolder } from "../support/temporary-folder.ts";

const test = suite("a start that hangs");

/** Far more than the grace that a start has. */
const LIMIT_MS = 30_000;

test("ends on the first signal", async () => {
  using folder = temporaryFolder();
  // Nobody ever writes into it, so that reading it never ends.
  const pipe = join(folder.path, "pipe.yaml");
  execFileSync("mkfifo", [pipe]);
  const args = [
    "--disable-warning=ExperimentalWarning",
    "runtime/cli/main.ts",
    "standalone",
    "--apply",
    pipe,
  ];
  const env = { ...process.env, TOCSIN_DATA: folder.path };
  const child = spawn(process.execPath, args, { env, stdio: "inherit" });
  const ended = new Promise<string>((resolve) =>
    child.once("exit", (code, signal) => resolve(`${code ?? signal}`)),
  );
  const writing = await openOnceItReads(pipe);
  const askedAt = performance.now();
  child.kill("SIGTERM");
  assert.is(await ended, "SIGTERM");
  closeSync(writing);
  assert.ok(performance.now() - askedAt < LIMIT_MS, "it took too long to end");
});

/** Opens a pipe for writing, and so lets whoever opens it for reading wait for what never comes. */
async function openOnceItReads(pipe: string): Promise<number> {
  for (;;) {
    try {
      return openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENXIO") throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test.run();
