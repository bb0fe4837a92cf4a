import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type AgentRun, AgentRunResource } from "../../../lib/api/agent-run.ts";
import type { Store } from "../../../runtime/ports/store.ts";
import { aRunDraft } from "../intake/a-run-body.ts";
import { openBenchStore } from "../load/open-bench-store.ts";

/** A run of one step that has succeeded, as the leader leaves it. */
export async function createFinished(store: Store): Promise<AgentRun> {
  const run = await store.create(AgentRunResource, aRunDraft());
  const [startedAt, completedAt] = ["2026-01-01T00:00:00.000Z", "2026-01-01T00:00:01.000Z"];
  const facts = { attempts: 1, startedAt, attemptedAt: startedAt, completedAt };
  const step = { name: "one", phase: "Succeeded", output: "done", pod: "desk-abcde", ...facts } as const;
  const conditions = [
    {
      type: "Succeeded",
      status: "True",
      reason: "Succeeded",
      message: "all steps have succeeded",
      lastTransitionTime: completedAt,
    },
  ] as const;
  const status = { phase: "Succeeded", startedAt, completedAt, output: "done", steps: [step] } as const;
  return store.replaceStatus(AgentRunResource, {
    ...run,
    status: { ...status, steps: [...status.steps], conditions: [...conditions] },
  });
}

/**
 * Multiplies an object of a store's file, each with a name and a uid of its own, past the store: writing 100,000 of them
 * one by one would take longer than what is measured. `teams` spreads runs, as no team keeps more than 1,000.
 */
export async function multiply(dataFolder: string, kind: string, count: number, like: string): Promise<void> {
  const database = new DatabaseSync(join(dataFolder, "state.db"));
  const found = database
    .prepare("SELECT namespace, uid, body FROM objects WHERE kind = ? AND name = ?")
    .get(kind, like) as { namespace: string; uid: string; body: string };
  const insert = database.prepare(
    "INSERT INTO objects (kind, namespace, name, uid, version, body, expires) VALUES (?, ?, ?, ?, ?, ?, NULL)",
  );
  const fireID = /"fireID":"([^"]+)"/.exec(found.body)?.[1] ?? "no fire";
  let version = Number(database.prepare("SELECT version FROM counter").get()?.["version"]);
  database.exec("BEGIN");
  for (let index = 1; index < count; index++) {
    const name = `${like}-${index}`;
    const suffix = String(index).padStart(8, "0");
    const uid = `${found.uid.slice(0, -8)}${suffix}`;
    const body = found.body
      .replace(`"name":"${like}"`, `"name":"${name}"`)
      .replaceAll(found.uid, uid)
      .replaceAll(fireID, `${fireID.slice(0, -8)}${suffix}`)
      .replaceAll('"team":"idlers"', `"team":"idlers-${index % 1_000}"`);
    version += 1;
    insert.run(kind, found.namespace, name, uid, version, body);
  }
  database.prepare("UPDATE counter SET version = ?").run(version);
  database.exec("COMMIT");
  database.close();
}

/** Fills a data folder with finished runs, spread over 1,000 teams. */
export async function seedFinished(dataFolder: string, count: number): Promise<void> {
  if (count === 0) return;
  const store = await openBenchStore(dataFolder);
  const { name } = (await createFinished(store)).metadata;
  await store.close();
  await multiply(dataFolder, "agentruns.tocsin.dev", count, name);
}
