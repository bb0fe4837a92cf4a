import { type AgentEvent, AgentEventResource, type AgentEventSpec } from "../../lib/api/agent-event.ts";
import { type AgentRun, AgentRunResource } from "../../lib/api/agent-run.ts";
import { AgentTeamResource } from "../../lib/api/agent-team.ts";
import { keyOf } from "../../lib/api/object.ts";
import { EtaTemplates } from "../../runtime/adapters/eta/eta-templates.ts";
import { SystemRandom } from "../../runtime/adapters/node/system-random.ts";
import { SystemTimers } from "../../runtime/adapters/node/system-timers.ts";
import type { SqliteStore } from "../../runtime/adapters/sqlite/sqlite-store.ts";
import { World } from "../../runtime/composition/world.ts";
import { Dispatcher, type FireOrder } from "../../runtime/dispatch/dispatcher.ts";
import type { FireResult } from "../../runtime/dispatch/fire-result.ts";
import { aTeam } from "./builders/a-team.ts";
import { anEvent } from "./builders/an-event.ts";
import { FakeClock } from "./fake-clock.ts";
import { FakeTimers } from "./fake-timers.ts";
import { HookedStore } from "./hooked-store.ts";
import { openStore } from "./open-store.ts";
import { SilentLogger } from "./silent-logger.ts";
import { until } from "./until.ts";

/** A dispatcher over a real store in memory, with one event, and caches that a test can hold back. */
export class TestDispatcher {
  readonly store: HookedStore;
  readonly watched: HookedStore;
  readonly file: SqliteStore;
  readonly world: World;
  readonly dispatcher: Dispatcher;
  readonly #timers = new FakeTimers(new FakeClock());
  readonly #end = new AbortController();
  #keys = 0;

  /** Starts with the teams `writers` and `bell`, and the event `alarm` as a leader has observed it. */
  static async start(spec: Partial<AgentEventSpec> = {}): Promise<TestDispatcher> {
    const test = new TestDispatcher(await openStore());
    for (const name of ["writers", "bell"]) {
      const team = aTeam({ metadata: { name } });
      await test.file.create(AgentTeamResource, { ...team, metadata: { name, namespace: "default" } });
    }
    const metadata = { name: "alarm", namespace: "default" };
    const event = await test.file.create(AgentEventResource, { ...anEvent({ spec }), metadata });
    await test.file.replaceStatus(AgentEventResource, { ...event, status: { observedGeneration: 1 } });
    await test.world.start(test.#end.signal);
    return test;
  }

  private constructor(file: SqliteStore) {
    this.file = file;
    this.store = new HookedStore(file);
    this.watched = new HookedStore(file);
    const [timers, random, logger] = [new SystemTimers(), new SystemRandom(), new SilentLogger()];
    this.world = new World({ store: this.watched, timers, random, logger });
    this.dispatcher = new Dispatcher(this.store, this.world.runs, this.world.teams, new EtaTemplates());
  }

  async event(): Promise<AgentEvent> {
    const event = await this.file.get(AgentEventResource, { namespace: "default", name: "alarm" });
    if (event === undefined) throw new Error("the event is gone");
    return event;
  }

  /** Fires the event, each time for another source key unless a key is given. */
  async fire(parts: Partial<FireOrder> & { readonly key?: string } = {}): Promise<FireResult> {
    const { key, ...order } = parts;
    return this.dispatcher.fire({
      event: order.event ?? (await this.event()),
      cause: { type: "webhook", body: {} },
      sourceKey:
        key === undefined
          ? { kind: "random", bytes: Uint8Array.of(++this.#keys) }
          : { kind: "idempotency", key },
      firedAt: new Date("2026-01-01T00:00:00Z"),
      bodyDigest: "digest",
      ...order,
    });
  }

  async runs(): Promise<readonly AgentRun[]> {
    return (await this.file.list(AgentRunResource)).items;
  }

  /** Ends a run, and waits until the cache of runs shows it. */
  async end(name: string): Promise<void> {
    const run = await this.file.get(AgentRunResource, { namespace: "default", name });
    if (run === undefined) throw new Error(`there is no run ${name}`);
    const status = { phase: "Succeeded", completedAt: "2026-01-01T00:00:01Z" } as const;
    await this.file.replaceStatus(AgentRunResource, { ...run, status });
    await this.until(() => this.world.runs.get(keyOf(run))?.status?.phase === "Succeeded");
  }

  until(isSo: () => boolean): Promise<void> {
    return until(this.#timers, isSo);
  }

  async close(): Promise<void> {
    this.#end.abort();
    await this.file.close();
    await this.world.stopped();
  }
}
