/**
 * Writes to a store until it is killed, and says of each write what it is about to do and what was
 * acknowledged: `node writer.ts <file> <first number>`.
 */

import type { AgentEvent } from "../../../lib/api/agent-event.ts";
import { AgentEventResource } from "../../../lib/api/agent-event.ts";
import type { SqliteStore } from "../../../runtime/adapters/sqlite/sqlite-store.ts";
import { eventDraft } from "../../contract/store/drafts.ts";
import { openStore } from "../open-store.ts";
import type { CrashReport } from "./crash-report.ts";

/** How many write at once, so that transactions hold several writes. */
const WORKERS = 8;

const [path, round] = process.argv.slice(2);
if (path === undefined || round === undefined) throw new Error("usage: writer.ts <file> <round>");
const namespace = "default";
const store = await openStore({ path });
await Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(store, `r${round}-w${worker}`)));

async function work(store: SqliteStore, prefix: string): Promise<never> {
  for (let index = 0; ; index++) {
    const name = `${prefix}-${index}`;
    let event: AgentEvent = await store.create(AgentEventResource, eventDraft({ name, namespace }));
    report({ name, version: event.metadata.resourceVersion, count: 0 });
    for (let firedCount = 1; firedCount <= 3; firedCount++) {
      event = await store.replaceStatus(AgentEventResource, { ...event, status: { firedCount } });
      report({ name, version: event.metadata.resourceVersion, count: firedCount });
    }
    if (index % 3 !== 0) continue;
    report({ name, isDeleting: true });
    await store.delete(AgentEventResource, { name, namespace });
    report({ name, isDeleted: true });
  }
}

/** A pipe's writes are synchronous: what was said has left this process before it goes on. */
function report(line: CrashReport): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
