import { type KubeObject, keyOf, type ObjectKey } from "../../lib/api/object.ts";
import { Controller, type ControllerParts } from "../controller/controller.ts";
import { RightOfWay } from "../controller/right-of-way.ts";
import type { Dispatcher } from "../dispatch/dispatcher.ts";
import type { EventSettings } from "../domain/event/observed-event.ts";
import { isSlotDue } from "../domain/schedule/is-slot-due.ts";
import type { AgentEndpoints } from "../ports/agent-endpoints.ts";
import type { Clock } from "../ports/clock.ts";
import type { Logger } from "../ports/logger.ts";
import { Metric, type Metrics } from "../ports/metrics.ts";
import type { Random } from "../ports/random.ts";
import type { Reconciler } from "../ports/reconciler.ts";
import type { Recorder } from "../ports/recorder.ts";
import type { Schedules } from "../ports/schedules.ts";
import type { Store } from "../ports/store.ts";
import type { Tasks } from "../ports/tasks.ts";
import type { Templates } from "../ports/templates.ts";
import type { Timers } from "../ports/timers.ts";
import { EventAccountant } from "../reconcilers/event-accountant.ts";
import { EventReconciler } from "../reconcilers/event-reconciler.ts";
import { RunReconciler } from "../reconcilers/run-reconciler.ts";
import { RunReporter } from "../reconcilers/run-reporter.ts";
import { RunWorld } from "../reconcilers/run-world.ts";
import { ServiceReconciler } from "../reconcilers/service-reconciler.ts";
import { SourceFirer } from "../reconcilers/source-firer.ts";
import { TeamReconciler } from "../reconcilers/team-reconciler.ts";
import { TokenKeeper } from "../reconcilers/token-keeper.ts";
import { DueTimer } from "../scheduler/due-timer.ts";
import { TaskRouter } from "../tasks/task-router.ts";
import { TaskRunner } from "../tasks/task-runner.ts";
import { type Queues, watchChanges } from "./change-map.ts";
import type { World } from "./world.ts";

/** What the leader's work is made of. */
export type LoopParts = {
  readonly store: Store;
  readonly world: World;
  readonly dispatcher: Dispatcher;
  readonly templates: Templates;
  readonly schedules: Schedules;
  readonly tasks: Tasks;
  readonly endpoints: AgentEndpoints;
  /** Makes agents' pods what their specs want. */
  readonly agents: Reconciler;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: Random;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly settings: EventSettings;
};

/**
 * Reconciles of one kind that run at once; each waits for the store most of its time. The SQLite store commits together
 * what is written at once, so more of them share a sync of the disk; beyond this, fires wait for each other's accounts.
 */
const CONCURRENCY = 64;
/** At most 5 status writes a second an event or team (protocols A3). */
const PACE_MS = 200;

/** All that only the leader does: reconciling, scheduling and running steps. */
export class ControlLoops {
  readonly #parts: LoopParts;
  #stop: (() => Promise<void>) | undefined;
  #queues: Queues | undefined;

  constructor(parts: LoopParts) {
    this.#parts = parts;
  }

  /**
   * Begins to lead: reads events and runs anew, unless nobody else has ever written what is in the caches, then looks at
   * everything once and at each change.
   */
  async start(signal: AbortSignal, { hasRivals = true } = {}): Promise<void> {
    const { world, metrics } = this.#parts;
    if (hasRivals) await world.refresh(signal);
    if (signal.aborted) return;
    const { controllers, router, runner, runWorld } = this.#build();
    const stopFollowing = runWorld.start();
    for (const controller of Object.values(controllers)) controller.start();
    const queues = queuesOf(controllers);
    this.#queues = queues;
    const stopWatching = watchChanges(world, this.#parts.endpoints, queues);
    const stopRouting = router.start(queues.run);
    enqueueAll(world, queues);
    metrics.set(Metric.leader, 1);
    this.#stop = async () => {
      stopWatching();
      stopFollowing();
      stopRouting();
      runner.stop();
      await Promise.all(Object.values(controllers).map((controller) => controller.stop()));
      metrics.set(Metric.leader, 0);
    };
  }

  /** Has an agent looked at, for what only its host knows. */
  enqueueAgent(key: ObjectKey): void {
    this.#queues?.agent(key);
  }

  /** Ends to lead; resolves once nothing is being written any more. Tasks on pods go on. */
  async stop(): Promise<void> {
    const stop = this.#stop;
    this.#stop = undefined;
    this.#queues = undefined;
    await stop?.();
  }

  #build() {
    const parts = this.#parts;
    const { world, store, clock, recorder, logger, metrics, dispatcher, templates, endpoints } = parts;
    const { events, runs, teams, services, agents, secrets } = world;
    const router = new TaskRouter(services, agents, endpoints);
    const runner = new TaskRunner(parts);
    const runWorld = new RunWorld({ store, runs, events, teams });
    const runQueue = (key: ObjectKey) => this.#queues?.run(key);
    const { maxChainLoops } = parts.settings;
    const reconcilers = {
      event: new EventReconciler({
        sources: {
          store,
          events,
          runs,
          teams,
          secrets,
          schedules: parts.schedules,
          settings: parts.settings,
        },
        accountant: new EventAccountant(store, recorder, logger),
        tokens: new TokenKeeper(store, parts.random, recorder),
        firer: new SourceFirer({ store, dispatcher, recorder, metrics, clock, maxChainLoops }),
        recorder,
        metrics,
        clock,
      }),
      run: new RunReconciler({
        world: runWorld,
        router,
        runner,
        templates,
        reporter: new RunReporter(recorder, metrics, logger),
        clock,
        enqueue: runQueue,
      }),
      team: new TeamReconciler({ store, teams, services, runs, events, recorder, clock }),
      service: new ServiceReconciler({ store, services, agents, router, clock }),
      agent: parts.agents,
    };
    const schedules = new RightOfWay();
    const isUrgent = (key: ObjectKey) => {
      const event = events.get(key);
      return event !== undefined && isSlotDue(event, clock.now());
    };
    const controllers = {
      event: this.#controller("agentevent", reconcilers.event, PACE_MS, { takes: schedules, isUrgent }),
      run: this.#controller("agentrun", reconcilers.run, 0, { yieldsTo: schedules }),
      team: this.#controller("agentteam", reconcilers.team, PACE_MS, { yieldsTo: schedules }),
      service: this.#controller("agentservice", reconcilers.service, PACE_MS),
      agent: this.#controller("agent", reconcilers.agent, PACE_MS),
    };
    return { controllers, router, runner, runWorld };
  }

  #controller(
    name: string,
    reconciler: Reconciler,
    minIntervalMs: number,
    way: Pick<ControllerParts, "isUrgent" | "takes" | "yieldsTo"> = {},
  ): Controller {
    const { clock, timers, random, logger, metrics } = this.#parts;
    const due = new DueTimer(clock, timers);
    const parts = { clock, timers, random, logger, metrics, due };
    return new Controller({ ...parts, ...way, name, reconciler, minIntervalMs, concurrency: CONCURRENCY });
  }
}

function queuesOf(controllers: Record<keyof Queues, Controller>): Queues {
  const queue = (controller: Controller) => (key: ObjectKey) => controller.enqueue(key);
  return {
    event: queue(controllers.event),
    run: queue(controllers.run),
    team: queue(controllers.team),
    service: queue(controllers.service),
    agent: queue(controllers.agent),
  };
}

function enqueueAll(world: World, queues: Queues): void {
  const all = (objects: IterableIterator<KubeObject>, queue: (key: ObjectKey) => void) => {
    for (const object of objects) queue(keyOf(object));
  };
  all(world.agents.all(), queues.agent);
  all(world.services.all(), queues.service);
  all(world.events.all(), queues.event);
  all(world.runs.all(), queues.run);
  all(world.teams.all(), queues.team);
}
