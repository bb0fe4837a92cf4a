import type { AgentRun, StepStatus } from "../../lib/api/agent-run.ts";
import { RecordReason } from "../../lib/api/reason.ts";
import { hasEnded, hasPhase } from "../domain/firing/fires-of.ts";
import type { Logger } from "../ports/logger.ts";
import { Metric, type Metrics } from "../ports/metrics.ts";
import type { Recorder } from "../ports/recorder.ts";

/** Tells people and dashboards what became of runs and steps. */
export class RunReporter {
  readonly #recorder: Recorder;
  readonly #metrics: Metrics;
  readonly #logger: Logger;

  constructor(recorder: Recorder, metrics: Metrics, logger: Logger) {
    this.#recorder = recorder;
    this.#metrics = metrics;
    this.#logger = logger;
  }

  /** Reports the change from what was known of a run to what has been written. */
  report(before: AgentRun | undefined, after: AgentRun): void {
    const facts = { runName: after.metadata.name, taskID: after.spec.trigger.fireID, team: after.spec.team };
    const hadBegun = before !== undefined && hasPhase(before);
    if (!hadBegun && hasPhase(after)) {
      this.#record(after, "Normal", RecordReason.runStarted, `team ${after.spec.team} runs`);
      this.#logger.info("run started", facts);
    }
    this.#reportSteps(before, after);
    if (!hasEnded(after)) return;
    const { phase, error, startedAt, completedAt } = after.status ?? {};
    const isSuccess = phase === "Succeeded";
    const reason = isSuccess ? RecordReason.runSucceeded : RecordReason.runFailed;
    this.#record(
      after,
      isSuccess ? "Normal" : "Warning",
      reason,
      isSuccess ? "all steps have succeeded" : (error ?? ""),
    );
    const seconds = secondsBetween(startedAt ?? completedAt, completedAt);
    this.#metrics.observe(Metric.runDurationSeconds, seconds, { phase: phase ?? "" });
    this.#logger.info("run ended", { ...facts, phase, seconds });
  }

  #reportSteps(before: AgentRun | undefined, after: AgentRun): void {
    for (const [index, step] of (after.status?.steps ?? []).entries()) {
      const was = before?.status?.steps?.[index];
      if (step.completedAt === undefined || was?.completedAt !== undefined || isKept(step, after)) continue;
      const seconds = secondsBetween(step.startedAt ?? step.completedAt, step.completedAt);
      this.#metrics.observe(Metric.stepDurationSeconds, seconds, { phase: step.phase });
      const facts = { runName: after.metadata.name, taskID: after.spec.trigger.fireID, step: step.name };
      this.#logger.info("step ended", { ...facts, phase: step.phase, seconds, pod: step.pod });
      this.#countTokens(`${after.metadata.namespace}/${agentOf(step.pod)}`, step.tokens);
    }
  }

  #countTokens(agent: string, tokens: { prompt: number; completion: number } | undefined): void {
    if (tokens === undefined) return;
    this.#metrics.count(Metric.tokensTotal, { agent, direction: "prompt" }, tokens.prompt);
    this.#metrics.count(Metric.tokensTotal, { agent, direction: "completion" }, tokens.completion);
  }

  #record(about: AgentRun, type: "Normal" | "Warning", reason: RecordReason, message: string): void {
    this.#recorder.record({ about, type, reason, message: message.slice(0, 1_024) });
  }
}

/** A retry keeps succeeded steps of the run that it repeats, which were reported then. */
function isKept(step: StepStatus, run: AgentRun): boolean {
  return Date.parse(step.completedAt ?? "") < Date.parse(run.status?.startedAt ?? "");
}

function secondsBetween(from: string | undefined, to: string | undefined): number {
  const ms = Date.parse(to ?? "") - Date.parse(from ?? "");
  return Number.isNaN(ms) ? 0 : Math.max(0, ms) / 1_000;
}

/** A pod is named `<agent>-…`, in a Deployment `<agent>-<hash>-<suffix>`; metrics are by agent, not by pod. */
function agentOf(pod: string | undefined): string {
  return pod?.replace(/(-[a-z0-9]{8,10})?-[a-z0-9]{5}$/, "") ?? "";
}
