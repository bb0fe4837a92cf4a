import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { AgentEvent } from "../../../lib/api/agent-event.ts";
import { type AgentRun, AgentRunResource } from "../../../lib/api/agent-run.ts";
import { type AgentTeam, AgentTeamResource } from "../../../lib/api/agent-team.ts";
import { API_VERSION } from "../../../lib/api/group.ts";
import { EtaTemplates } from "../../../runtime/adapters/eta/eta-templates.ts";
import type { SqliteStore } from "../../../runtime/adapters/sqlite/sqlite-store.ts";
import { ObjectCache } from "../../../runtime/controller/object-cache.ts";
import { eventIndexes } from "../../../runtime/domain/event/event-index.ts";
import { runIndexes } from "../../../runtime/domain/firing/run-index.ts";
import { RunReconciler } from "../../../runtime/reconcilers/run-reconciler.ts";
import { RunReporter } from "../../../runtime/reconcilers/run-reporter.ts";
import { RunWorld } from "../../../runtime/reconcilers/run-world.ts";
import { TaskRunner } from "../../../runtime/tasks/task-runner.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { FakeTimers } from "../../support/fake-timers.ts";
import { MemoryMetrics } from "../../support/memory-metrics.ts";
import { openStore } from "../../support/open-store.ts";
import { RoutedWorld } from "../../support/routing/routed-world.ts";
import { ScriptedTasks } from "../../support/routing/scripted-tasks.ts";
import { SilentLogger } from "../../support/silent-logger.ts";

const test = suite("RunReconciler");
const key = { namespace: "default", name: "r1" };
const onListenerError = (error: unknown) => {
  throw error;
};

/** One run of a team of one step without retries, and pods that a test takes away. */
class Setup {
  readonly clock = new FakeClock("2026-01-01T00:00:00Z");
  readonly timers = new FakeTimers(this.clock);
  readonly world = new RoutedWorld();
  readonly tasks = new ScriptedTasks();
  readonly runs = new ObjectCache<AgentRun>({ onListenerError, indexes: runIndexes });
  readonly store: SqliteStore;
  readonly reconciler: RunReconciler;

  private constructor(store: SqliteStore) {
    this.store = store;
    const { clock, runs, world } = this;
    const logger = new SilentLogger();
    const teams = new ObjectCache<AgentTeam>({ onListenerError });
    const events = new ObjectCache<AgentEvent>({ onListenerError, indexes: eventIndexes });
    this.reconciler = new RunReconciler({
      world: new RunWorld({ store, runs, events, teams }),
      router: world.router,
      runner: new TaskRunner({
        tasks: this.tasks,
        endpoints: world.endpoints,
        clock,
        timers: this.timers,
        logger,
      }),
      templates: new EtaTemplates(),
      reporter: new RunReporter({ record: () => undefined }, new MemoryMetrics(), logger),
      clock,
      enqueue: () => undefined,
    });
  }

  static async start(): Promise<Setup> {
    const setup = new Setup(await openStore());
    const meta = (name: string) => ({ apiVersion: API_VERSION, metadata: { ...key, name } }) as const;
    const step = { name: "do", service: "writers", prompt: "hello", timeoutSeconds: 300, retries: 0 };
    const runHistoryLimit = { succeeded: 10, failed: 10 };
    await setup.store.create(AgentTeamResource, {
      ...meta("team"),
      kind: "AgentTeam",
      spec: { steps: [step], timeoutSeconds: 600, runHistoryLimit },
    });
    const trigger = { type: "cli", firedAt: "2026-01-01T00:00:00.000Z" } as const;
    const draft = {
      ...meta(key.name),
      kind: "AgentRun",
      spec: { team: "team", input: {}, trigger },
    } as const;
    setup.runs.upsert(await setup.store.create(AgentRunResource, draft));
    setup.world.addAgent("a");
    return setup;
  }

  async look() {
    await this.reconciler.reconcile(key);
    await this.timers.advance(0);
    const [step] = (await this.store.get(AgentRunResource, key))?.status?.steps ?? [];
    return { phase: step?.phase, pod: step?.pod, attempts: step?.attempts, error: step?.error };
  }

  /** The pod dies under its task: the connection breaks, and the pod is gone. */
  async kill(podUID: string): Promise<void> {
    this.world.endpoints.remove(podUID);
    await this.timers.advance(10_000);
  }
}

test("a task whose pod dies goes on elsewhere, though the step has no retries", async () => {
  const setup = await Setup.start();
  setup.tasks.meetings = ["Unreachable"];
  setup.world.addPod("p1", "a");
  setup.world.addPod("p2", "a");
  assert.equal(await setup.look(), { phase: "Running", pod: "p1", attempts: 1, error: undefined });
  await setup.kill("p1");
  const { phase, pod, attempts } = await setup.look();
  assert.equal({ phase, pod, attempts }, { phase: "Running", pod: "p2", attempts: 2 });
  const [first, second] = setup.tasks.started.filter(
    ({ podUID }, index, all) => podUID !== all[index - 1]?.podUID,
  );
  assert.is.not(first?.task.id, second?.task.id, "another attempt is another task");
});

test("it waits where no other pod is there, and is woken by the next one", async () => {
  const setup = await Setup.start();
  setup.tasks.meetings = ["Unreachable"];
  setup.world.addPod("p1", "a");
  await setup.look();
  await setup.kill("p1");
  assert.is((await setup.look()).phase, "Pending");
  setup.world.addPod("p2", "a");
  assert.equal(setup.world.takeWoken(), ["r1"]);
  assert.is((await setup.look()).pod, "p2");
});

test("a step that loses a fourth pod fails, and says which", async () => {
  const setup = await Setup.start();
  setup.tasks.meetings = ["Unreachable"];
  for (const pod of ["p1", "p2", "p3", "p4"]) {
    setup.world.addPod(pod, "a");
    assert.is((await setup.look()).pod, pod);
    await setup.kill(pod);
  }
  const { phase, error } = await setup.look();
  assert.is(phase, "Failed");
  assert.match(error ?? "", "pod p4 was gone");
});

test.run();
