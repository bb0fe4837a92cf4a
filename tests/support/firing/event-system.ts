import { AgentResource } from "../../../lib/api/agent.ts";
import { type AgentEvent, AgentEventResource, type AgentEventSpec } from "../../../lib/api/agent-event.ts";
import { type AgentRun, AgentRunResource, type AgentRunSpec } from "../../../lib/api/agent-run.ts";
import { AgentServiceResource } from "../../../lib/api/agent-service.ts";
import { AgentTeamResource, type AgentTeamSpec } from "../../../lib/api/agent-team.ts";
import { API_VERSION } from "../../../lib/api/group.ts";
import type { OwnerReference } from "../../../lib/api/object.ts";
import { CronerSchedules } from "../../../runtime/adapters/croner/croner-schedules.ts";
import { EtaTemplates } from "../../../runtime/adapters/eta/eta-templates.ts";
import { SystemRandom } from "../../../runtime/adapters/node/system-random.ts";
import { ControlLoops } from "../../../runtime/composition/control-loops.ts";
import { World } from "../../../runtime/composition/world.ts";
import { Dispatcher } from "../../../runtime/dispatch/dispatcher.ts";
import type { FireResult } from "../../../runtime/dispatch/fire-result.ts";
import { findCondition } from "../../../runtime/domain/condition/set-condition.ts";
import type { Occurrence } from "../../../runtime/ports/recorder.ts";
import { aTeam } from "../builders/a-team.ts";
import { anEvent } from "../builders/an-event.ts";
import { FakeClock } from "../fake-clock.ts";
import { FakeTimers } from "../fake-timers.ts";
import { HookedStore } from "../hooked-store.ts";
import { MemoryMetrics } from "../memory-metrics.ts";
import { openStore } from "../open-store.ts";
import { SilentLogger } from "../silent-logger.ts";
import { HeldAgents } from "./held-agents.ts";

const namespace = "default";
/** Time passes in steps of this size, each with all that it leads to; long times in longer ones. */
const STEP_MS = 250;
const MOST_STEPS = 1_000;
/** So many turns of the event loop without a write are quiet. */
const QUIET_TURNS = 25;

/** The leader's loops over a real store in memory, whose time passes when a test says so. */
export class EventSystem {
  readonly clock = new FakeClock("2026-01-01T00:00:10Z");
  readonly timers = new FakeTimers(this.clock);
  readonly agents = new HeldAgents();
  readonly logger = new SilentLogger();
  readonly recorded: Occurrence[] = [];
  readonly store: HookedStore;
  #world: World | undefined;
  #loops: ControlLoops | undefined;
  #dispatcher: Dispatcher | undefined;
  #end = new AbortController();

  private constructor(store: HookedStore) {
    this.store = store;
  }

  /** A system at 2026-01-01T00:00:10Z with the team `writers` and, where wanted, others. */
  static async start(teams: readonly string[] = ["writers"]): Promise<EventSystem> {
    let system: EventSystem | undefined;
    const now = () => system?.clock.now() ?? new Date("2026-01-01T00:00:10Z");
    const monotonicMs = () => system?.clock.monotonicMs() ?? 0;
    system = new EventSystem(new HookedStore(await openStore({ clock: { now, monotonicMs } })));
    const metadata = { name: "writer", namespace, labels: { does: "work" } };
    const probe = { type: "ping", intervalSeconds: 60 } as const;
    const spec = { model: "m", replicas: 1, maxConcurrentTasks: 4, livenessProbe: probe };
    await system.store.create(AgentResource, { apiVersion: API_VERSION, kind: "Agent", metadata, spec });
    await system.store.create(AgentServiceResource, {
      apiVersion: API_VERSION,
      kind: "AgentService",
      metadata: { name: "desk", namespace },
      spec: { selector: { matchLabels: { does: "work" } } },
    });
    for (const team of teams) await system.createTeam(team);
    await system.up();
    return system;
  }

  /** Starts the operator, or another one after `down`. */
  async up(): Promise<void> {
    this.#end = new AbortController();
    const { clock, timers, store, logger, agents } = this;
    const [random, metrics, templates] = [new SystemRandom(), new MemoryMetrics(), new EtaTemplates()];
    const recorder = { record: (occurrence: Occurrence) => void this.recorded.push(occurrence) };
    const base = { clock, timers, store, logger, random, metrics, recorder, templates };
    const world = new World(base);
    const dispatcher = new Dispatcher(store, world.runs, world.teams, templates);
    const settings = { webhookBaseURL: "http://tocsin.test", maxChainLoops: 0 };
    const schedules = new CronerSchedules();
    const rest = { world, dispatcher, schedules, settings, tasks: agents, endpoints: agents };
    const loops = new ControlLoops({ ...base, ...rest, agents: { reconcile: async () => ({}) } });
    await world.start(this.#end.signal);
    await loops.start(this.#end.signal);
    this.#world = world;
    this.#loops = loops;
    this.#dispatcher = dispatcher;
    await this.pass(1_000);
  }

  /** Stops the operator; time may pass and things may be changed without it. */
  async down(): Promise<void> {
    await this.#loops?.stop();
    this.#end.abort();
    await this.#world?.stopped();
  }

  /** Lets time pass, with everything that happens meanwhile. */
  async pass(ms: number): Promise<void> {
    const stepMs = Math.max(STEP_MS, ms / MOST_STEPS);
    for (let left = ms; left > 0; left -= stepMs) {
      await this.timers.advance(Math.min(stepMs, left));
      await this.#quiet();
    }
  }

  /** Lets time pass up to an instant, without an operator or with one. */
  async passUntil(instant: string): Promise<void> {
    await this.pass(Date.parse(instant) - this.clock.now().getTime());
  }

  async createTeam(name: string, spec: Partial<AgentTeamSpec> = {}): Promise<void> {
    const { apiVersion, kind, spec: whole } = aTeam({ spec });
    await this.store.create(AgentTeamResource, {
      apiVersion,
      kind,
      metadata: { name, namespace },
      spec: whole,
    });
  }

  async createEvent(name: string, spec: Partial<AgentEventSpec>): Promise<void> {
    const { apiVersion, kind, spec: whole } = anEvent({ spec });
    await this.store.create(AgentEventResource, {
      apiVersion,
      kind,
      metadata: { name, namespace },
      spec: whole,
    });
    await this.pass(1_000);
  }

  /** Changes an event as `kubectl patch` would. */
  async edit(name: string, change: Partial<AgentEventSpec>): Promise<void> {
    const event = await this.event(name);
    await this.store.replace(AgentEventResource, { ...event, spec: { ...event.spec, ...change } });
    await this.pass(1_000);
  }

  /** Starts a run by hand, or a retry. */
  async createRun(
    name: string,
    spec: Partial<AgentRunSpec>,
    ownerReferences: readonly OwnerReference[] = [],
  ): Promise<void> {
    await this.store.create(AgentRunResource, {
      apiVersion: API_VERSION,
      kind: "AgentRun",
      metadata: { name, namespace, ownerReferences },
      spec: { team: "writers", trigger: { type: "cli", firedAt: this.clock.now().toISOString() }, ...spec },
    });
    await this.pass(1_000);
  }

  /** Fires a webhook event as its endpoint does. */
  async fire(name: string, key: string): Promise<FireResult | undefined> {
    const result = await this.#dispatcher?.fire({
      event: await this.event(name),
      cause: { type: "webhook", body: { key } },
      sourceKey: { kind: "idempotency", key },
      firedAt: this.clock.now(),
    });
    await this.pass(1_500);
    return result;
  }

  async event(name: string): Promise<AgentEvent> {
    const event = await this.store.get(AgentEventResource, { namespace, name });
    if (event === undefined) throw new Error(`no event ${name}`);
    return event;
  }

  async run(name: string): Promise<AgentRun> {
    const run = await this.store.get(AgentRunResource, { namespace, name });
    if (run === undefined) throw new Error(`no run ${name}`);
    return run;
  }

  /** The event's Ready condition as `status reason`, and its message. */
  async ready(
    name: string,
  ): Promise<{ readonly is: string; readonly message: string; readonly since: string }> {
    const ready = findCondition((await this.event(name)).status?.conditions, "Ready");
    const { status, reason, message = "", lastTransitionTime = "" } = ready ?? {};
    return { is: `${status} ${reason}`, message, since: lastTransitionTime };
  }

  /** All runs of an event, in the order of their firing. */
  async runsOf(event: string): Promise<readonly AgentRun[]> {
    const { items } = await this.store.list(AgentRunResource);
    const firedAt = (run: AgentRun) => run.spec.trigger.firedAt ?? "";
    return items
      .filter((run) => run.spec.trigger.event === event)
      .sort((one, other) => (firedAt(one) < firedAt(other) ? -1 : 1));
  }

  /** What was recorded about an object, as `reason: message`. */
  said(name: string): readonly string[] {
    return this.recorded
      .filter(({ about }) => about.metadata.name === name)
      .map(({ reason, message }) => `${reason}: ${message}`);
  }

  /** Writes of status so far, of all kinds. */
  get statusWrites(): number {
    return this.store.count("replaceStatus");
  }

  async #quiet(): Promise<void> {
    let [turns, calls] = [0, this.#calls()];
    while (turns < QUIET_TURNS) {
      await new Promise((resolve) => setImmediate(resolve));
      const now = this.#calls();
      turns = now === calls ? turns + 1 : 0;
      calls = now;
    }
  }

  #calls(): number {
    const { store } = this;
    return store.count("replaceStatus") + store.count("create") + store.count("get") + store.count("delete");
  }
}
