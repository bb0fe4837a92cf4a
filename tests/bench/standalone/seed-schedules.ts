import { join } from "node:path";
import { AgentEventResource } from "../../../lib/api/agent-event.ts";
import { AgentServiceResource } from "../../../lib/api/agent-service.ts";
import { AgentTeamResource } from "../../../lib/api/agent-team.ts";
import { API_VERSION } from "../../../lib/api/group.ts";
import { SystemClock } from "../../../runtime/adapters/node/system-clock.ts";
import { SystemRandom } from "../../../runtime/adapters/node/system-random.ts";
import { SystemTimers } from "../../../runtime/adapters/node/system-timers.ts";
import { SqliteStore } from "../../../runtime/adapters/sqlite/sqlite-store.ts";

/** Events written in one turn; the store puts them into one transaction. */
const BATCH = 1_000;

/** Writes a team and `count` cron events of one schedule into a store's file, before the process starts. */
export async function seedSchedules(dataFolder: string, count: number, cron: string): Promise<void> {
  const store = await SqliteStore.open({
    path: join(dataFolder, "state.db"),
    clock: new SystemClock(),
    timers: new SystemTimers(),
    random: new SystemRandom(),
  });
  const place = { namespace: "default" };
  const common = { apiVersion: API_VERSION } as const;
  await store.create(AgentServiceResource, {
    ...common,
    kind: "AgentService",
    metadata: { ...place, name: "nobody" },
    spec: { selector: { matchLabels: { pool: "nobody" } } },
  });
  await store.create(AgentTeamResource, {
    ...common,
    kind: "AgentTeam",
    metadata: { ...place, name: "bench" },
    spec: {
      steps: [{ name: "one", service: "nobody", prompt: "hello", timeoutSeconds: 86_400, retries: 0 }],
      timeoutSeconds: 86_400,
      runHistoryLimit: { succeeded: 10, failed: 3 },
    },
  });
  for (let from = 0; from < count; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) =>
      store.create(AgentEventResource, {
        ...common,
        kind: "AgentEvent",
        metadata: { ...place, name: `tick-${from + index}` },
        spec: {
          source: { type: "cron", cron },
          targets: [{ team: "bench" }],
          concurrencyPolicy: "Allow",
          suspended: false,
        },
      }),
    );
    await Promise.all(batch);
  }
  await store.close();
}
