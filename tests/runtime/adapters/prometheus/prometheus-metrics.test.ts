import { suite } from "uvu";
import * as assert from "uvu/assert";
import { PrometheusMetrics } from "../../../../runtime/adapters/prometheus/prometheus-metrics.ts";
import { Metric } from "../../../../runtime/ports/metrics.ts";

const test = suite("PrometheusMetrics");

test("exposes every metric by its name, with a kind and a help text", async () => {
  const text = await new PrometheusMetrics().expose();
  for (const name of Object.values(Metric)) {
    assert.match(text, new RegExp(`^# HELP ${name} \\S`, "m"));
    assert.match(text, new RegExp(`^# TYPE ${name} (counter|gauge|histogram)$`, "m"));
  }
});

test("counts, sets and observes with labels", async () => {
  const metrics = new PrometheusMetrics();
  metrics.count(Metric.firesTotal, { source: "cron", result: "fired" });
  metrics.count(Metric.firesTotal, { source: "cron", result: "fired" }, 2);
  metrics.set(Metric.leader, 1);
  metrics.observe(Metric.runDurationSeconds, 3, { phase: "Succeeded" });
  const text = await metrics.expose();
  assert.match(text, /^tocsin_fires_total\{source="cron",result="fired"\} 3$/m);
  assert.match(text, /^tocsin_leader 1$/m);
  assert.match(text, /^tocsin_run_duration_seconds_bucket\{le="5",phase="Succeeded"\} 1$/m);
  assert.match(text, /^tocsin_run_duration_seconds_sum\{phase="Succeeded"\} 3$/m);
});

test("replaces all that a gauge holds", async () => {
  const metrics = new PrometheusMetrics();
  metrics.replace(Metric.runs, [
    { labels: { phase: "Pending" }, value: 1 },
    { labels: { phase: "Running" }, value: 2 },
  ]);
  metrics.replace(Metric.runs, [{ labels: { phase: "Running" }, value: 3 }]);
  const text = await metrics.expose();
  assert.match(text, /^tocsin_runs\{phase="Running"\} 3$/m);
  assert.not.match(text, "Pending");
});

test("shares nothing with another registry of the process", async () => {
  const [one, other] = [new PrometheusMetrics(), new PrometheusMetrics()];
  one.count(Metric.workqueueAddsTotal, { name: "things" });
  assert.not.match(await other.expose(), /workqueue_adds_total\{/);
});

test.run();
