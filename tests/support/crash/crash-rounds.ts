import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as assert from "uvu/assert";
import { AgentEventResource } from "../../../lib/api/agent-event.ts";
import { eventDraft } from "../../contract/store/drafts.ts";
import { openStore } from "../open-store.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { type Expected, expectations } from "./crash-report.ts";

const writerPath = fileURLToPath(new URL("./writer.ts", import.meta.url));
/** A writer is killed after at most this many reports. */
const MAX_REPORTS = 1_500;

/**
 * Lets a process write, kills it with SIGKILL at a random moment, opens its file and checks that every
 * acknowledged write is there and that no version is given out twice; again and again on the same file.
 */
export async function crashRounds(rounds: number): Promise<void> {
  using folder = temporaryFolder();
  const path = join(folder.path, "store.db");
  const objects = new Map<string, Expected>();
  let highest = 0;
  for (let round = 0; round < rounds; round++) {
    const lines = await killedWriter(path, round, 1 + Math.floor(Math.random() * MAX_REPORTS));
    const found = expectations(lines);
    for (const [name, expected] of found.objects) objects.set(name, expected);
    const versions = new Set(found.versions);
    assert.is(versions.size, found.versions.length, `round ${round}: a version was given out twice`);
    for (const version of versions)
      assert.ok(version > highest, `round ${round}: ${version} was given out before`);
    highest = Math.max(highest, ...versions, await checkedVersion(path, objects, round));
  }
}

/** The lines of a writer that was killed once it had said enough. */
function killedWriter(path: string, round: number, reports: number): Promise<readonly string[]> {
  const flags = ["--disable-warning=ExperimentalWarning"];
  const child = spawn(process.execPath, [...flags, writerPath, path, String(round)]);
  let said = "";
  let errors = "";
  let count = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    const text = chunk.toString("utf8");
    said += text;
    count += text.split("\n").length - 1;
    if (count >= reports) child.kill("SIGKILL");
  });
  child.stderr.on("data", (chunk: Buffer) => {
    errors += chunk.toString("utf8");
  });
  return new Promise((resolve, reject) => {
    child.on("close", (_, signal) => {
      if (signal === "SIGKILL") resolve(said.split("\n"));
      else reject(new Error(`the writer ended by itself: ${errors}`));
    });
  });
}

/** Opens the file after a crash, checks it, writes once more and answers the version that this was given. */
async function checkedVersion(
  path: string,
  objects: ReadonlyMap<string, Expected>,
  round: number,
): Promise<number> {
  const store = await openStore({ path });
  for (const [name, expected] of objects) {
    const key = { name, namespace: "default" };
    const object = await store.get(AgentEventResource, key);
    if (expected.presence === "gone") assert.is(object, undefined, `round ${round}: ${name} came back`);
    if (expected.presence === "there") assert.ok(object, `round ${round}: ${name} is lost`);
    const count = object?.status?.firedCount ?? (object === undefined ? expected.count : 0);
    assert.ok(count >= expected.count, `round ${round}: ${name} has ${count} of ${expected.count} fires`);
  }
  const name = `after-${round}`;
  const created = await store.create(AgentEventResource, eventDraft({ name, namespace: "default" }));
  await store.close();
  return Number(created.metadata.resourceVersion);
}
