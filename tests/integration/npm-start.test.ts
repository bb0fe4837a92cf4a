/** `npm start` as whatever supervises it sees it: a process that is told to stop, and has then stopped. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { npmEnvironment } from "../support/published/npm-environment.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const test = suite("npm start");

test("passes a SIGTERM on, so that nothing is left behind that holds the store and the ports", async () => {
  using folder = temporaryFolder();
  const ports = ["API", "WEBHOOK", "METRICS", "STAND_IN"].map((name) => [`TOCSIN_${name}_PORT`, "0"]);
  const npm = spawn("npm", ["start"], {
    env: { ...npmEnvironment(), ...Object.fromEntries(ports), TOCSIN_DATA: folder.path },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  npm.stdout.setEncoding("utf8");
  for await (const text of npm.stdout) {
    const isUp = said.includes("Ctrl-C stops it");
    said += String(text);
    if (!isUp && said.includes("Ctrl-C stops it")) npm.kill("SIGTERM");
  }
  // The pipe has ended: no process writes to it any more.
  assert.match(said, "Stopping; what is under way");
  if (npm.exitCode === null && npm.signalCode === null) await once(npm, "exit");
});

test.run();
