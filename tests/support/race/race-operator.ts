import type { AgentEvent } from "../../../lib/api/agent-event.ts";
import { CronerSchedules } from "../../../runtime/adapters/croner/croner-schedules.ts";
import { EtaTemplates } from "../../../runtime/adapters/eta/eta-templates.ts";
import { SystemRandom } from "../../../runtime/adapters/node/system-random.ts";
import { ControlLoops } from "../../../runtime/composition/control-loops.ts";
import { World } from "../../../runtime/composition/world.ts";
import { Dispatcher } from "../../../runtime/dispatch/dispatcher.ts";
import { FireRoute } from "../../../runtime/http/triggers/fire-route.ts";
import { OpenStreams } from "../../../runtime/http/triggers/open-streams.ts";
import { Problem } from "../../../runtime/http/triggers/problem.ts";
import { RunWaiters } from "../../../runtime/http/triggers/run-waiters.ts";
import { DEFAULT_TRIGGER_LIMITS } from "../../../runtime/http/triggers/trigger-limits.ts";
import type { Reconciler } from "../../../runtime/ports/reconciler.ts";
import type { Store } from "../../../runtime/ports/store.ts";
import { MemoryMetrics } from "../memory-metrics.ts";
import { SilentLogger } from "../silent-logger.ts";
import type { FastTime } from "./fast-time.ts";
import type { SharedAgents } from "./shared-agents.ts";
import { UnsteadyStore } from "./unsteady-store.ts";

/** Pods are the test's, so Agents need nothing. */
const noAgents: Reconciler = { reconcile: async () => ({}) };

/** One replica: its own caches over an unsteady store, its own webhooks, and the leader's loops while it leads. */
export class RaceOperator {
  readonly store: UnsteadyStore;
  readonly logger = new SilentLogger();
  readonly #world: World;
  readonly #loops: ControlLoops;
  readonly #fires: FireRoute;
  readonly #end = new AbortController();
  #leaving: Promise<void> = Promise.resolve();

  constructor(store: Store, agents: SharedAgents, time: FastTime) {
    this.store = new UnsteadyStore(store);
    const templates = new EtaTemplates();
    const base = {
      store: this.store,
      clock: time,
      timers: time,
      random: new SystemRandom(),
      logger: this.logger,
      metrics: new MemoryMetrics(),
      recorder: { record: () => {} },
    };
    const world = new World(base);
    const dispatcher = new Dispatcher(this.store, world.runs, world.teams, templates);
    this.#world = world;
    this.#loops = new ControlLoops({
      ...base,
      world,
      dispatcher,
      templates,
      schedules: new CronerSchedules(),
      tasks: agents,
      endpoints: agents,
      agents: noAgents,
      settings: { webhookBaseURL: "http://race.test", maxChainLoops: 0 },
    });
    const { events, runs, secrets } = world;
    const limits = { ...DEFAULT_TRIGGER_LIMITS, fireRate: { perSecond: 0, burst: 0 } };
    const parts = { ...base, events, runs, secrets, dispatcher, limits, tasks: agents, endpoints: agents };
    this.#fires = new FireRoute(
      parts,
      new RunWaiters({ runs, timers: time, max: 1, isStored: async () => true }),
      new OpenStreams(runs, 1),
    );
  }

  async start(): Promise<void> {
    await this.#world.start(this.#end.signal);
  }

  /** Begins to lead, once what it did as a leader before has come to its end. */
  async lead(): Promise<void> {
    await this.#leaving;
    await this.#loops.start(this.#end.signal);
  }

  /** Learns that it leads no more. Writes that are under way go on, as they would on a real network. */
  depose(): void {
    this.#leaving = this.#loops.stop();
  }

  async stop(): Promise<void> {
    this.depose();
    await this.#leaving;
    this.#end.abort();
    await this.#world.stopped();
  }

  /** The event as this replica's cache shows it. */
  event(name: string): AgentEvent | undefined {
    return this.#world.events.get({ namespace: "default", name });
  }

  /** Serves a webhook call whose caller has passed the gate. */
  async fire(
    name: string,
    key: string | undefined,
    body: object,
  ): Promise<{ readonly status: number; readonly text: string }> {
    const event = this.event(name);
    if (event === undefined) throw new Error(`no event ${name}`);
    try {
      const response = await this.#fires.answer({
        event,
        place: { namespace: "default", event: name },
        parameters: new URLSearchParams(),
        idempotencyKey: key,
        readBody: async () => Buffer.from(JSON.stringify(body)),
        requestId: "race",
        onGone: () => {},
        cut: () => {},
      });
      return { status: response.status, text: await response.text() };
    } catch (error) {
      if (error instanceof Problem) return { status: error.status, text: error.message };
      throw error;
    }
  }
}
