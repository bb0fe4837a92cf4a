import { type AgentTeam, AgentTeamResource } from "../../lib/api/agent-team.ts";
import { keyOf } from "../../lib/api/object.ts";
import { openKubernetesStore } from "../../runtime/adapters/kubernetes/open-kubernetes-store.ts";
import { SystemClock } from "../../runtime/adapters/node/system-clock.ts";
import { SystemRandom } from "../../runtime/adapters/node/system-random.ts";
import { SystemTimers } from "../../runtime/adapters/node/system-timers.ts";
import { ObjectCache } from "../../runtime/controller/object-cache.ts";
import { Reflector } from "../../runtime/controller/reflector.ts";
import type { Store } from "../../runtime/ports/store.ts";
import type { ControlPlane } from "../cluster/control-plane/control-plane.ts";
import { teamDraft } from "../contract/store/drafts.ts";
import { FakeClock } from "./fake-clock.ts";
import { FakeTimers } from "./fake-timers.ts";
import { HostileApi } from "./hostile-api.ts";
import { SilentLogger } from "./silent-logger.ts";

const LIMIT_MS = 60_000;
/** Simulated time passes ten times as fast as the real one, in which the servers answer. */
const STEP_MS = 100;
const REAL_STEP_MS = 10;

/** A reflector in simulated time, behind a hostile server, and a writer that goes straight to the real one. */
export class FollowedCluster {
  readonly hostile: HostileApi;
  readonly timers = new FakeTimers(new FakeClock());
  readonly logger = new SilentLogger();
  readonly cache = new ObjectCache<AgentTeam>({ onListenerError: (error) => void this.errors.push(error) });
  readonly errors: unknown[] = [];
  /** Changes that have reached the cache. */
  changes = 0;
  readonly #end = new AbortController();
  readonly #namespace: string;
  readonly #writer: { store: Store; close(): Promise<void> };
  readonly #reader: { store: Store; close(): Promise<void> };
  readonly #running: Promise<void>;
  #made = 0;

  private constructor(plane: ControlPlane, hostile: HostileApi, namespace: string) {
    this.hostile = hostile;
    this.#namespace = namespace;
    const random = new SystemRandom();
    const real = { clock: new SystemClock(), timers: new SystemTimers(), random };
    this.#writer = openKubernetesStore({ config: plane.adminConfig, ...real });
    // The clock is the real one: how long a watch lasted is no matter of simulated time.
    const simulated = { clock: real.clock, timers: this.timers, random };
    this.#reader = openKubernetesStore({ config: hostile.config, ...simulated });
    this.cache.onChange(() => {
      this.changes += 1;
    });
    this.#running = new Reflector<AgentTeam>({
      store: this.#reader.store,
      type: AgentTeamResource,
      cache: this.cache,
      namespace,
      timers: this.timers,
      random,
      logger: this.logger,
    }).run(this.#end.signal);
  }

  /** Follows a namespace of its own; the cache has its first list. */
  static async begin(plane: ControlPlane): Promise<FollowedCluster> {
    const hostile = await HostileApi.start(plane.adminConfig);
    const followed = new FollowedCluster(plane, hostile, await plane.makeNamespace());
    await followed.untilSo(() => followed.cache.isSynced);
    return followed;
  }

  /** Creates, changes and deletes: each round leaves one object more, changed once. */
  async write(rounds: number): Promise<void> {
    const { store } = this.#writer;
    for (let round = 0; round < rounds; round++) {
      const name = `team-${this.#made++}`;
      const draft = (more: string) => teamDraft({ name: `${name}${more}`, namespace: this.#namespace });
      const [kept, dropped] = [
        await store.create(AgentTeamResource, draft("")),
        await store.create(AgentTeamResource, draft("-dropped")),
      ];
      await store.replaceStatus(AgentTeamResource, { ...kept, status: { observedGeneration: 1 } });
      await store.delete(AgentTeamResource, keyOf(dropped));
    }
  }

  /** Lets time pass until the cache holds exactly what the real server holds. Throws where it never does. */
  async untilCaughtUp(): Promise<void> {
    const { items } = await this.#writer.store.list(AgentTeamResource, { namespace: this.#namespace });
    const wanted = versionsOf(items);
    await this.untilSo(() => versionsOf([...this.cache.all()]) === wanted);
  }

  /** Lets simulated and real time pass until something is so. */
  async untilSo(isSo: () => boolean): Promise<void> {
    const deadline = performance.now() + LIMIT_MS;
    while (!isSo()) {
      if (performance.now() > deadline) throw new Error(`it has not become so: ${isSo}`);
      await new Promise((resolve) => setTimeout(resolve, REAL_STEP_MS));
      await this.timers.advance(STEP_MS);
    }
  }

  /** Tells the reflector to stop; resolves when it has. */
  async stopReflector(): Promise<void> {
    this.#end.abort();
    await this.#running;
  }

  /** Ends everything. */
  async end(): Promise<void> {
    await this.stopReflector();
    await this.#reader.close();
    await this.#writer.close();
    await this.hostile.close();
  }
}

function versionsOf(teams: readonly AgentTeam[]): string {
  return teams
    .map(({ metadata }) => `${metadata.uid} ${metadata.resourceVersion}`)
    .sort()
    .join("\n");
}
