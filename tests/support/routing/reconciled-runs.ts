import type { AgentEvent } from "../../../lib/api/agent-event.ts";
import { type AgentRun, AgentRunResource } from "../../../lib/api/agent-run.ts";
import { type AgentTeam, AgentTeamResource } from "../../../lib/api/agent-team.ts";
import { API_VERSION } from "../../../lib/api/group.ts";
import { EtaTemplates } from "../../../runtime/adapters/eta/eta-templates.ts";
import { ObjectCache } from "../../../runtime/controller/object-cache.ts";
import { eventIndexes } from "../../../runtime/domain/event/event-index.ts";
import { runIndexes } from "../../../runtime/domain/firing/run-index.ts";
import { RunReconciler } from "../../../runtime/reconcilers/run-reconciler.ts";
import { RunReporter } from "../../../runtime/reconcilers/run-reporter.ts";
import { RunWorld } from "../../../runtime/reconcilers/run-world.ts";
import { TaskRunner } from "../../../runtime/tasks/task-runner.ts";
import { FakeClock } from "../fake-clock.ts";
import { FakeTimers } from "../fake-timers.ts";
import { HookedStore } from "../hooked-store.ts";
import { MemoryMetrics } from "../memory-metrics.ts";
import { openStore } from "../open-store.ts";
import { SilentLogger } from "../silent-logger.ts";
import { RoutedWorld } from "./routed-world.ts";
import { ScriptedTasks } from "./scripted-tasks.ts";

const NAMESPACE = "default";
const onListenerError = (error: unknown) => {
  throw error;
};

/** Runs of a team of one step without retries, and pods that a test takes away. */
export class ReconciledRuns {
  readonly clock = new FakeClock("2026-01-01T00:00:00Z");
  readonly timers = new FakeTimers(this.clock);
  readonly world = new RoutedWorld();
  readonly tasks = new ScriptedTasks();
  readonly runs = new ObjectCache<AgentRun>({ onListenerError, indexes: runIndexes });
  readonly events = new ObjectCache<AgentEvent>({ onListenerError, indexes: eventIndexes });
  readonly store: HookedStore;
  readonly runner: TaskRunner;
  readonly reconciler: RunReconciler;

  private constructor(store: HookedStore) {
    this.store = store;
    const { clock, runs, events, world, tasks, timers } = this;
    const logger = new SilentLogger();
    const teams = new ObjectCache<AgentTeam>({ onListenerError });
    this.runner = new TaskRunner({ tasks, endpoints: world.endpoints, clock, timers, logger });
    this.reconciler = new RunReconciler({
      world: new RunWorld({ store, runs, events, teams }),
      router: world.router,
      runner: this.runner,
      templates: new EtaTemplates(),
      reporter: new RunReporter({ record: () => undefined }, new MemoryMetrics(), logger),
      clock,
      enqueue: () => undefined,
    });
  }

  /** Makes the agent `a` without pods, the team `team`, and runs of it. */
  static async start(names: readonly string[] = ["r1"]): Promise<ReconciledRuns> {
    const setup = new ReconciledRuns(new HookedStore(await openStore()));
    const meta = (name: string) =>
      ({ apiVersion: API_VERSION, metadata: { namespace: NAMESPACE, name } }) as const;
    const step = { name: "do", service: "writers", prompt: "hello", timeoutSeconds: 300, retries: 0 };
    const runHistoryLimit = { succeeded: 10, failed: 10 };
    await setup.store.create(AgentTeamResource, {
      ...meta("team"),
      kind: "AgentTeam",
      spec: { steps: [step], timeoutSeconds: 600, runHistoryLimit },
    });
    const trigger = { type: "cli", firedAt: "2026-01-01T00:00:00.000Z" } as const;
    for (const name of names) {
      const spec = { team: "team", input: {}, trigger };
      setup.runs.upsert(
        await setup.store.create(AgentRunResource, { ...meta(name), kind: "AgentRun", spec }),
      );
    }
    setup.world.addAgent("a");
    return setup;
  }

  /** Has a run looked at, and answers how its step stands. */
  async look(name = "r1") {
    await this.reconciler.reconcile({ namespace: NAMESPACE, name });
    await this.timers.advance(0);
    return this.step(name);
  }

  /** How a run's step stands in the store. */
  async step(name = "r1") {
    const run = await this.store.get(AgentRunResource, { namespace: NAMESPACE, name });
    const [step] = run?.status?.steps ?? [];
    return { phase: step?.phase, pod: step?.pod, attempts: step?.attempts, error: step?.error };
  }

  /** The pod dies under its task: the connection breaks, and the pod is gone. */
  async kill(podUID: string): Promise<void> {
    this.world.endpoints.remove(podUID);
    await this.timers.advance(10_000);
  }
}
