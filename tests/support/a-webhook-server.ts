import { AgentEventResource, type AgentEventSpec } from "../../lib/api/agent-event.ts";
import { type AgentRun, AgentRunResource, type AgentRunStatus } from "../../lib/api/agent-run.ts";
import { AgentTeamResource, type AgentTeamSpec } from "../../lib/api/agent-team.ts";
import { SecretType } from "../../lib/api/core-types.ts";
import { firePath } from "../../lib/api/network.ts";
import { EtaTemplates } from "../../runtime/adapters/eta/eta-templates.ts";
import { SystemRandom } from "../../runtime/adapters/node/system-random.ts";
import { SystemTimers } from "../../runtime/adapters/node/system-timers.ts";
import type { SqliteStore } from "../../runtime/adapters/sqlite/sqlite-store.ts";
import { World } from "../../runtime/composition/world.ts";
import { Dispatcher } from "../../runtime/dispatch/dispatcher.ts";
import { tokenSecretDraft } from "../../runtime/domain/event/token-secret.ts";
import { type Listening, listen } from "../../runtime/http/server/listen.ts";
import type { ServerLimits } from "../../runtime/http/server/server-limits.ts";
import { DEFAULT_TRIGGER_LIMITS, type TriggerLimits } from "../../runtime/http/triggers/trigger-limits.ts";
import { type TriggersApp, triggersApp } from "../../runtime/http/triggers/triggers-app.ts";
import type { Occurrence } from "../../runtime/ports/recorder.ts";
import { type Answer, answerOf, type Post, requestInit } from "./an-answer.ts";
import { aTeam } from "./builders/a-team.ts";
import { anEvent } from "./builders/an-event.ts";
import { FakeClock } from "./fake-clock.ts";
import { FakeTimers } from "./fake-timers.ts";
import { HookedStore } from "./hooked-store.ts";
import { MemoryMetrics } from "./memory-metrics.ts";
import { openStore } from "./open-store.ts";
import { MovableEndpoints } from "./routing/movable-endpoints.ts";
import { SpokenTasks } from "./routing/spoken-tasks.ts";
import { SilentLogger } from "./silent-logger.ts";
import { until } from "./until.ts";

/** The token of every event that a test adds. */
export const TOKEN = "token-of-the-test_0123456789-abcdefghijklmn";

/**
 * The webhook endpoint on a real socket over a real store in memory, with caches and without a leader: nothing
 * happens to runs but by the test. Limits and waits go by a time that the test moves.
 */
export class WebhookServer {
  readonly clock = new FakeClock();
  readonly timers = new FakeTimers(this.clock);
  readonly logger = new SilentLogger();
  readonly metrics = new MemoryMetrics();
  readonly recorded: Occurrence[] = [];
  readonly file: SqliteStore;
  /** What the endpoint calls. */
  readonly store: HookedStore;
  /** What the caches are filled from. */
  readonly watched: HookedStore;
  readonly world: World;
  /** Pods whose tasks the endpoint may join, and what those tasks say. */
  readonly endpoints = new MovableEndpoints();
  readonly tasks = new SpokenTasks();
  readonly triggers: TriggersApp;
  readonly #end = new AbortController();
  #server: Listening | undefined;

  /** Starts with the team `writers` and the event `alarm`, which has the test's token. */
  static async start(
    limits: Partial<TriggerLimits> = {},
    server: Partial<ServerLimits> = {},
  ): Promise<WebhookServer> {
    const test = new WebhookServer(await openStore(), { ...DEFAULT_TRIGGER_LIMITS, ...limits });
    await test.addTeam();
    await test.addEvent();
    await test.world.start(test.#end.signal);
    await test.listen(server);
    return test;
  }

  /** Starts with caches that have not read anything yet. */
  static async unsynced(): Promise<WebhookServer> {
    const test = new WebhookServer(await openStore(), DEFAULT_TRIGGER_LIMITS);
    await test.listen();
    return test;
  }

  constructor(file: SqliteStore, limits: TriggerLimits) {
    this.file = file;
    this.store = new HookedStore(file);
    this.watched = new HookedStore(file);
    const { store, watched, clock, timers, logger, metrics } = this;
    const random = new SystemRandom();
    this.world = new World({ store: watched, timers: new SystemTimers(), random, logger });
    const { events, runs, secrets, teams } = this.world;
    const dispatcher = new Dispatcher(store, runs, teams, new EtaTemplates());
    const recorder = { record: (occurrence: Occurrence) => void this.recorded.push(occurrence) };
    const ports = { clock, timers, random, logger, metrics, recorder };
    const pods = { endpoints: this.endpoints, tasks: this.tasks };
    this.triggers = triggersApp({ ...ports, ...pods, store, events, runs, secrets, dispatcher, limits });
  }

  async listen(limits: Partial<ServerLimits> = {}): Promise<void> {
    const options = { hostname: "127.0.0.1", port: 0, timers: new SystemTimers(), logger: this.logger };
    this.#server = await listen(this.triggers.app, { ...options, limits });
  }

  get url(): string {
    return this.#server?.url ?? "";
  }

  get port(): number {
    return this.#server?.port ?? 0;
  }

  /** Adds a team of one step, `writers` unless named. */
  async addTeam(name = "writers", spec: Partial<AgentTeamSpec> = {}): Promise<void> {
    const team = aTeam({ metadata: { name }, spec });
    await this.file.create(AgentTeamResource, { ...team, metadata: { name, namespace: "default" } });
  }

  /** Adds a webhook event with the test's token, `alarm` unless named. */
  async addEvent(spec: Partial<AgentEventSpec> = {}, name = "alarm"): Promise<void> {
    const event = anEvent({ spec });
    const draft = { ...event, metadata: { name, namespace: "default" } };
    const stored = await this.file.create(AgentEventResource, draft);
    await this.file.create(SecretType, tokenSecretDraft(stored, TOKEN));
  }

  /** Changes an event's spec and waits until the cache shows it, as a leader has observed it. */
  async changeEvent(spec: Partial<AgentEventSpec>, name = "alarm"): Promise<void> {
    const key = { namespace: "default", name };
    const event = await this.file.get(AgentEventResource, key);
    if (event === undefined) throw new Error(`there is no event ${name}`);
    const changed = await this.file.replace(AgentEventResource, {
      ...event,
      spec: { ...event.spec, ...spec },
    });
    const status = { ...changed.status, observedGeneration: changed.metadata.generation ?? 0 };
    const { metadata } = await this.file.replaceStatus(AgentEventResource, { ...changed, status });
    await this.until(() => this.world.events.get(key)?.metadata.resourceVersion === metadata.resourceVersion);
  }

  async post({ query = "", event = "alarm", ...sent }: Post = {}): Promise<Answer> {
    return this.call("POST", `${firePath("default", event)}${query}`, sent);
  }

  async call(method: string, path: string, sent: Omit<Post, "query" | "event"> = {}): Promise<Answer> {
    const headers = { authorization: `Bearer ${TOKEN}`, ...sent.headers };
    return answerOf(await fetch(`${this.url}${path}`, requestInit(method, { ...sent, headers })));
  }

  /** All runs that exist. */
  async runs(): Promise<readonly AgentRun[]> {
    return (await this.file.list(AgentRunResource)).items;
  }

  /** Writes how a run stands, as the leader would. */
  async setRun(name: string, status: AgentRunStatus): Promise<void> {
    const run = await this.file.get(AgentRunResource, { namespace: "default", name });
    if (run === undefined) throw new Error(`there is no run ${name}`);
    await this.file.replaceStatus(AgentRunResource, { ...run, status: { ...run.status, ...status } });
  }

  async endRun(name: string, output: string, error?: string): Promise<void> {
    const completedAt = this.clock.now().toISOString();
    const ended = { output, completedAt };
    await this.setRun(
      name,
      error === undefined ? { phase: "Succeeded", ...ended } : { phase: "Failed", ...ended, error },
    );
  }

  /** Lets real I/O go on until something is so, while the test's time stands still. */
  until(isSo: () => boolean): Promise<void> {
    return until(this.timers, isSo);
  }

  /** Waits until as many callers wait for runs. */
  waiting(count: number): Promise<void> {
    return this.until(() => this.timers.pending === count);
  }

  async close(): Promise<void> {
    this.triggers.shutDown();
    await this.#server?.close(0);
    this.#end.abort();
    await this.file.close();
    await this.world.stopped();
  }
}
