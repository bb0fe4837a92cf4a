/** The README's commands for teams, played as they stand: a real install, and a real kubectl where there is one. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { TestSystem } from "../support/a-system.ts";
import { findProgram, leaveOutWithout } from "../support/find-program.ts";
import { readmeForTeams } from "../support/published/document-blocks.ts";
import { npmEnvironment } from "../support/published/npm-environment.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const test = suite("the README's section for teams");

async function play(): Promise<void> {
  const system = await TestSystem.start();
  using folder = temporaryFolder();
  try {
    const script = readmeForTeams()
      .script.replaceAll("../tocsin/.tocsin/kubeconfig", system.standalone.kubeconfig)
      .replaceAll("../tocsin", process.cwd());
    const options = { cwd: folder.path, env: npmEnvironment() };
    const { stdout } = await promisify(execFile)("sh", ["-e", "-c", script], options);
    assert.match(stdout, "agentevent.tocsin.dev/ask created");
    assert.match(stdout, "An essay from these facts");
  } finally {
    await system.stop();
  }
}

if (findProgram("kubectl") !== undefined) test("leads from an empty folder to an event that fires", play);
else test("has no kubectl to play", () => leaveOutWithout("kubectl", "the README's commands for teams"));

test.run();
