import { isDeepStrictEqual } from "node:util";
import type { AgentRun, AgentRunStatus } from "../../lib/api/agent-run.ts";
import { keyOf, type ObjectKey } from "../../lib/api/object.ts";
import { hasEnded, hasPhase } from "../domain/firing/fires-of.ts";
import { beginAttempt, taskIDOf } from "../domain/run/begin-attempt.ts";
import { mayStart } from "../domain/run/may-start.ts";
import type { ObservedRun } from "../domain/run/observed-run.ts";
import { planRun, type ReadyStep, type RunPlan } from "../domain/run/plan-run.ts";
import { startRun } from "../domain/run/start-run.ts";
import type { Clock } from "../ports/clock.ts";
import { type Outcome, type Reconciler, settled } from "../ports/reconciler.ts";
import type { Templates } from "../ports/templates.ts";
import type { TaskRouter } from "../tasks/task-router.ts";
import type { TaskRunner } from "../tasks/task-runner.ts";
import type { RunReporter } from "./run-reporter.ts";
import type { RunWorld } from "./run-world.ts";

type Sent = { readonly ready: ReadyStep; readonly podUID: string; readonly taskID: string };

/** Brings a run from its creation to its end, step by step. The leader alone runs it. */
export class RunReconciler implements Reconciler {
  readonly #world: RunWorld;
  readonly #router: TaskRouter;
  readonly #runner: TaskRunner;
  readonly #templates: Templates;
  readonly #reporter: RunReporter;
  readonly #clock: Clock;
  readonly #enqueue: (run: ObjectKey) => void;

  constructor(parts: {
    readonly world: RunWorld;
    readonly router: TaskRouter;
    readonly runner: TaskRunner;
    readonly templates: Templates;
    readonly reporter: RunReporter;
    readonly clock: Clock;
    /** Has the run looked at again. */
    readonly enqueue: (run: ObjectKey) => void;
  }) {
    this.#world = parts.world;
    this.#router = parts.router;
    this.#runner = parts.runner;
    this.#templates = parts.templates;
    this.#reporter = parts.reporter;
    this.#clock = parts.clock;
    this.#enqueue = parts.enqueue;
  }

  reconcile(key: ObjectKey): Promise<Outcome> {
    return this.#router.turn(key, () => this.#look(key));
  }

  async #look(key: ObjectKey): Promise<Outcome> {
    const cached = this.#world.cached(key);
    if (cached === undefined || cached.metadata.deletionTimestamp !== undefined) return this.#cancel(key);
    if (hasEnded(cached)) return this.#forget(key);
    if (!hasPhase(cached) && !this.#mayStart(cached)) return settled;
    const run = await this.#world.whole(key);
    if (run === undefined || run.metadata.uid !== cached.metadata.uid) return this.#cancel(key);
    if (hasEnded(run)) return this.#forget(key);
    return hasPhase(run) ? this.#goOn(key, run) : this.#begin(key, run);
  }

  #mayStart(run: AgentRun): boolean {
    const event = this.#world.eventOf(run);
    return mayStart(run, event, this.#world.rivalsOf(run, event));
  }

  /** Nothing is written yet: the first status goes out together with the first attempts. */
  async #begin(key: ObjectKey, run: AgentRun): Promise<Outcome> {
    const input = await this.#world.startInput(run);
    const start = () => startRun({ ...input, lastEnd: this.#world.lastEnd(run) }, this.#clock.now());
    const status = start();
    return hasEnded({ ...run, status })
      ? this.#end(key, run, [], start)
      : this.#goOn(key, { ...run, status });
  }

  async #goOn(key: ObjectKey, run: AgentRun): Promise<Outcome> {
    const now = this.#clock.now();
    const plan = planRun(this.#observe(run), now);
    if (plan.status.phase !== "Running") {
      return this.#end(key, run, plan.over, () => planRun(this.#observe(run), this.#clock.now()).status);
    }
    const { status, sent } = this.#assign(key, run, plan, now);
    try {
      // A leader that dies before this write has sent nothing; after it, the next one sends the same task ids.
      if (!isDeepStrictEqual(status, run.status) || !hasPhase(this.#world.cached(key) ?? run)) {
        await this.#write(key, run, status);
      }
    } catch (error) {
      for (const { podUID, taskID } of sent) this.#router.release(key.namespace, podUID, taskID);
      throw error;
    }
    this.#finishTasks(key, plan.over);
    this.#listen(key, plan, sent);
    return { requeueAt: plan.checkAt };
  }

  #observe(run: AgentRun): ObservedRun {
    return {
      run,
      spec: run.status?.teamSpec ?? {
        steps: [],
        timeoutSeconds: 1,
        runHistoryLimit: { succeeded: 0, failed: 0 },
      },
      outcomeOf: (taskID) => this.#runner.outcomeOf(taskID),
      render: (source, data) => {
        const compiled = this.#templates.compile(source);
        return compiled.kind === "flaw" ? compiled : compiled.render(data);
      },
      lastEnd: this.#world.lastEnd(run),
    };
  }

  /** Gives each ready step a pod where one can take it; the others stay Pending and are woken by the router. */
  #assign(key: ObjectKey, run: AgentRun, plan: RunPlan, now: Date) {
    let status: AgentRunStatus = plan.status;
    const sent: Sent[] = [];
    for (const ready of plan.ready) {
      const { name, service } = ready.step;
      const attempts = status.steps?.find((step) => step.name === name)?.attempts ?? 0;
      const taskID = taskIDOf(run.metadata.uid, name, attempts + 1);
      const pod = this.#router.choose(key, service, taskID);
      if (pod === undefined) continue;
      const { podUID } = pod;
      status = beginAttempt(run, status, { step: name, pod: { pod: pod.pod, podUID } }, now);
      sent.push({ ready, podUID, taskID });
    }
    return { status, sent };
  }

  #listen(key: ObjectKey, plan: RunPlan, sent: readonly Sent[]): void {
    const onEnd = () => this.#enqueue(key);
    for (const { ready, podUID, taskID } of sent) {
      const task = { id: taskID, prompt: ready.prompt, deadline: ready.deadline };
      this.#runner.listen({ run: key, podUID, task }, onEnd);
    }
    for (const { prompt, deadline, status } of plan.ongoing) {
      const { podUID, taskID } = status;
      if (podUID === undefined || taskID === undefined) continue;
      this.#router.hold(podUID, taskID);
      this.#runner.listen({ run: key, podUID, task: { id: taskID, prompt, deadline } }, onEnd);
    }
  }

  /**
   * Decided anew once it is the run's turn to end: the order of a team's ends is the order in which they are seen.
   * Whoever has stopped to lead meanwhile knows no outcome any more, and so no end: the tasks stay on their pods, where
   * the next leader finds their results.
   */
  async #end(
    key: ObjectKey,
    run: AgentRun,
    over: RunPlan["over"],
    decide: () => AgentRunStatus,
  ): Promise<Outcome> {
    const before = this.#world.cached(key);
    const written = await this.#world.end(key, run, () => {
      const status = decide();
      return hasEnded({ ...run, status }) ? status : undefined;
    });
    if (written === undefined) return { requeueAt: this.#clock.now() };
    this.#reporter.report(before, written);
    this.#finishTasks(key, over);
    return this.#forget(key);
  }

  async #write(key: ObjectKey, run: AgentRun, status: AgentRunStatus): Promise<void> {
    const before = this.#world.cached(key);
    const written = await this.#world.write(key, { ...run, status });
    this.#reporter.report(before, written);
  }

  #finishTasks(key: ObjectKey, over: RunPlan["over"]): void {
    for (const { podUID, taskID } of over) {
      if (taskID === undefined) continue;
      if (podUID !== undefined) this.#router.release(key.namespace, podUID, taskID);
      this.#runner.forget(podUID, taskID);
    }
  }

  #forget(key: ObjectKey): Outcome {
    this.#world.forget(key);
    return settled;
  }

  /** Deleting a run cancels it: what still runs on pods is stopped. */
  #cancel(key: ObjectKey): Outcome {
    const known = this.#world.forget(key);
    const running = known?.status?.steps?.filter((step) => step.phase === "Running") ?? [];
    this.#finishTasks(known === undefined ? key : keyOf(known), running);
    return settled;
  }
}
