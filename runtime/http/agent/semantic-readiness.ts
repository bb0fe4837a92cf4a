import { checkRate } from "../../domain/agent/check-rate.ts";
import { type Expectation, promptOf } from "../../domain/health/expectation.ts";
import type { ModelAnswer } from "../../domain/health/model-answer.ts";
import { HealthReason, type Verdict } from "../../domain/health/verdict.ts";
import { TokenBucket } from "../../domain/rate/token-bucket.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Logger } from "../../ports/logger.ts";
import { Metric, type Metrics } from "../../ports/metrics.ts";
import { type Model, ModelError, type ModelReply } from "../../ports/model.ts";
import type { Timers } from "../../ports/timers.ts";
import type { CheckReport, Readiness, ServedReport } from "./check-report.ts";
import { healthReasonOf } from "./health-reason-of.ts";

/** Judges a model's answer: `domain/health`'s judge. */
export type Judge = (answer: ModelAnswer, expectation: Expectation) => Verdict;

/** What is checked, and how often that may cost. */
export type SemanticCheck = {
  readonly model: string;
  readonly systemPrompt: string | undefined;
  readonly expectation: Expectation;
  readonly intervalSeconds: number;
  /** D of design §5: after this the provider has failed, whatever it still says. */
  readonly deadlineMs: number;
};

/** What the check stands on. */
export type SemanticPorts = {
  readonly model: Model;
  readonly judge: Judge;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly metrics: Metrics;
  readonly logger: Logger;
};

type Finding = Pick<CheckReport, "verdict" | "reason" | "message">;

/**
 * Readiness of type `semantic`: asks the model and has the answer judged. Callers at the same time share one
 * check, and a token bucket bounds what callers together can spend of the owner's money.
 */
export class SemanticReadiness implements Readiness {
  readonly #check: SemanticCheck;
  readonly #ports: SemanticPorts;
  readonly #budget: TokenBucket;
  #running: Promise<CheckReport> | undefined;
  #last: CheckReport | undefined;

  constructor(check: SemanticCheck, ports: SemanticPorts) {
    this.#check = check;
    this.#ports = ports;
    this.#budget = new TokenBucket(checkRate(check.intervalSeconds), ports.clock.monotonicMs());
  }

  last(): CheckReport | undefined {
    return this.#last;
  }

  async check(): Promise<ServedReport> {
    if (this.#running !== undefined) return this.#running;
    const isPaidFor = this.#budget.take(this.#ports.clock.monotonicMs());
    // The bucket is full at first, so when it is empty a check has ended before.
    if (!isPaidFor && this.#last !== undefined) return { ...this.#last, cached: true };
    this.#running = this.#run();
    try {
      return await this.#running;
    } finally {
      this.#running = undefined;
    }
  }

  async #run(): Promise<CheckReport> {
    const { clock, metrics, logger } = this.#ports;
    const startedMs = clock.monotonicMs();
    const finding = await this.#ask();
    const report = { ...finding, at: clock.now(), durationMs: Math.round(clock.monotonicMs() - startedMs) };
    const { verdict, reason } = report;
    metrics.count(Metric.readinessChecksTotal, { verdict });
    if (verdict === "Unhealthy") logger.warn("semantic check failed", { reason, detail: report.message });
    else if (this.#last?.verdict === "Unhealthy") logger.info("semantic check recovered");
    this.#last = report;
    return report;
  }

  /** Asks within the deadline, also where the adapter ignores its signal. */
  async #ask(): Promise<Finding> {
    const abort = new AbortController();
    const late = Promise.withResolvers<Finding>();
    const timer = this.#ports.timers.after(this.#check.deadlineMs, () => {
      late.resolve(unhealthy(HealthReason.providerTimedOut, this.#lateness()));
      abort.abort(new DOMException("the check's deadline has passed", "TimeoutError"));
    });
    try {
      return await Promise.race([this.#answer(abort.signal), late.promise]);
    } finally {
      timer.cancel();
    }
  }

  async #answer(signal: AbortSignal): Promise<Finding> {
    const { model, systemPrompt, expectation } = this.#check;
    try {
      const reply = await this.#ports.model.ask({
        model,
        systemPrompt,
        prompt: promptOf(expectation),
        signal,
      });
      const verdict = this.#ports.judge(answerOf(reply), expectation);
      return verdict.healthy ? { verdict: "Healthy" } : unhealthy(verdict.reason, verdict.detail);
    } catch (error) {
      if (error instanceof ModelError) return unhealthy(healthReasonOf(error.reason), error.message);
      // The message of an unknown error may hold anything, also a key: it is neither served nor logged.
      const kind = error instanceof Error ? error.name : typeof error;
      this.#ports.logger.error("semantic check broke", { kind });
      return unhealthy(HealthReason.providerFailed, "The call to the provider failed.");
    }
  }

  #lateness(): string {
    return `The provider did not answer within ${this.#check.deadlineMs / 1_000} s.`;
  }
}

function unhealthy(reason: string, message: string): Finding {
  return { verdict: "Unhealthy", reason, message };
}

/** The reply as the judge reads it; which tool was called does not matter to it. */
function answerOf(reply: ModelReply): ModelAnswer {
  const { status, content, finishReason, refusal, hasToolCalls, raw } = reply;
  return { status, content, finishReason, refusal, toolCalls: hasToolCalls ? [true] : undefined, raw };
}
