import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Expectation } from "../../../../runtime/domain/health/expectation.ts";
import type { ModelAnswer } from "../../../../runtime/domain/health/model-answer.ts";
import type { Verdict } from "../../../../runtime/domain/health/verdict.ts";
import { SemanticReadiness } from "../../../../runtime/http/agent/semantic-readiness.ts";
import { Metric } from "../../../../runtime/ports/metrics.ts";
import { ModelError, ModelErrorReason, type ModelReply } from "../../../../runtime/ports/model.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { aReply, FakeModel } from "../../../support/fake-model.ts";
import { FakeTimers } from "../../../support/fake-timers.ts";
import { MemoryMetrics } from "../../../support/memory-metrics.ts";
import { SilentLogger } from "../../../support/silent-logger.ts";

const test = suite("SemanticReadiness");

function strictly(answer: ModelAnswer, _expectation: Expectation): Verdict {
  if (answer.content === "HEALTHY") return { healthy: true };
  return { healthy: false, reason: "WrongAnswer", detail: "The answer is not the expected one." };
}

function aCheck(expectation: Expectation = { kind: "built-in" }) {
  const clock = new FakeClock();
  const timers = new FakeTimers(clock);
  const model = new FakeModel();
  const metrics = new MemoryMetrics();
  const logger = new SilentLogger();
  const readiness = new SemanticReadiness(
    { model: "m-1", systemPrompt: "You are terse.", expectation, intervalSeconds: 60, deadlineMs: 15_000 },
    { model, judge: strictly, clock, timers, metrics, logger },
  );
  return { clock, timers, model, metrics, logger, readiness };
}

const hang = () => new Promise<ModelReply>(() => {});

test("asks the agent's own model with its own system prompt", async () => {
  const { model, readiness } = aCheck({ kind: "custom", prompt: "Which colour is the sky?" });
  await readiness.check();
  const [request] = model.asked;
  assert.is(request?.model, "m-1");
  assert.is(request?.systemPrompt, "You are terse.");
  assert.is(request?.prompt, "Which colour is the sky?");
});

test("passes the whole reply to the judge", async () => {
  const { model, clock, timers, metrics, logger } = aCheck();
  const seen: ModelAnswer[] = [];
  const judge = (answer: ModelAnswer): Verdict => {
    seen.push(answer);
    return { healthy: true };
  };
  const check = {
    model: "m",
    systemPrompt: undefined,
    expectation: { kind: "built-in" },
    intervalSeconds: 60,
    deadlineMs: 1_000,
  } as const;
  model.answer = () =>
    aReply({ status: 500, finishReason: "length", refusal: "no", hasToolCalls: true, raw: "<html>" });
  await new SemanticReadiness(check, { model, judge, clock, timers, metrics, logger }).check();
  assert.equal(seen, [
    {
      status: 500,
      content: "HEALTHY",
      finishReason: "length",
      refusal: "no",
      toolCalls: [true],
      raw: "<html>",
    },
  ]);
});

test("reports what the judge found, counts it, and recovers by itself", async () => {
  const { model, metrics, logger, readiness } = aCheck();
  model.answer = () => aReply({ content: "UNHEALTHY" });
  const bad = await readiness.check();
  assert.is(bad.verdict, "Unhealthy");
  assert.is(bad.reason, "WrongAnswer");
  assert.is(readiness.last()?.reason, "WrongAnswer");
  model.answer = () => aReply();
  assert.is((await readiness.check()).verdict, "Healthy");
  assert.is(metrics.value(Metric.readinessChecksTotal, { verdict: "Unhealthy" }), 1);
  assert.is(metrics.value(Metric.readinessChecksTotal, { verdict: "Healthy" }), 1);
  assert.equal(
    logger.lines.map(({ message }) => message),
    ["semantic check failed", "semantic check recovered"],
  );
});

const failures = [
  [ModelErrorReason.unreachable, "ProviderUnreachable"],
  [ModelErrorReason.tls, "ProviderTlsFailed"],
  [ModelErrorReason.timeout, "ProviderTimedOut"],
  [ModelErrorReason.rateLimited, "RateLimited"],
  [ModelErrorReason.unauthorized, "KeyRejected"],
  [ModelErrorReason.malformed, "NotAChatCompletion"],
  [ModelErrorReason.failed, "ProviderFailed"],
] as const;

for (const [reason, named] of failures) {
  test(`names a provider that fails with ${reason}: ${named}`, async () => {
    const { model, readiness } = aCheck();
    model.answer = () => {
      throw new ModelError(reason, "the provider said no", { isRetryable: true });
    };
    const report = await readiness.check();
    assert.equal(
      [report.verdict, report.reason, report.message],
      ["Unhealthy", named, "the provider said no"],
    );
  });
}

test("keeps the message of an unknown error to itself", async () => {
  const { model, logger, readiness } = aCheck();
  model.answer = () => {
    throw new Error("key sk-secret was refused");
  };
  const report = await readiness.check();
  assert.is(report.reason, "ProviderFailed");
  assert.not.match(JSON.stringify([report, logger.lines]), "sk-secret");
});

test("gives a hung provider up at the deadline, even where the adapter ignores its signal", async () => {
  const { model, timers, readiness } = aCheck();
  model.answer = hang;
  const report = readiness.check();
  await timers.advance(14_999);
  assert.is(readiness.last(), undefined);
  await timers.advance(1);
  assert.is((await report).reason, "ProviderTimedOut");
  assert.is((await report).durationMs, 15_000);
  assert.is(model.asked[0]?.signal.reason?.name, "TimeoutError");
  model.answer = () => aReply();
  assert.is((await readiness.check()).verdict, "Healthy");
});

test("leaves no timer behind", async () => {
  const { model, timers, readiness } = aCheck();
  await readiness.check();
  model.answer = () => Promise.reject(new Error("broken"));
  await readiness.check();
  assert.is(timers.pending, 0);
});

test("lets callers at the same time share one check", async () => {
  const { model, readiness } = aCheck();
  const reply = Promise.withResolvers<ModelReply>();
  model.answer = () => reply.promise;
  const reports = Array.from({ length: 1_000 }, () => readiness.check());
  reply.resolve(aReply());
  const [first] = await Promise.all(reports);
  assert.is(model.asked.length, 1);
  assert.is(first?.cached, undefined);
});

test("serves the last report as cached once the bucket is empty", async () => {
  const { model, timers, readiness } = aCheck();
  for (let i = 0; i < 10; i++) assert.is((await readiness.check()).cached, undefined);
  model.answer = () => aReply({ content: "wrong" });
  const cached = await readiness.check();
  assert.equal([cached.cached, cached.verdict], [true, "Healthy"]);
  await timers.advance(30_000);
  const fresh = await readiness.check();
  assert.equal([fresh.cached, fresh.verdict], [undefined, "Unhealthy"]);
  assert.is(model.asked.length, 11);
});

test("asks the model no more often than the bucket allows, however often it is asked", async () => {
  const { model, timers, readiness } = aCheck();
  const seconds = 600;
  for (let second = 0; second < seconds; second++) {
    for (let i = 0; i < 20; i++) await readiness.check();
    await timers.advance(1_000);
  }
  assert.is(model.asked.length, 10 + Math.floor(((seconds - 1) * 2) / 60));
});

test.run();
