import { suite } from "uvu";
import * as assert from "uvu/assert";
import { PrometheusMetrics } from "../../../runtime/adapters/prometheus/prometheus-metrics.ts";
import { AGENT_METRICS, agentMetrics } from "../../../runtime/composition/agent-metrics.ts";
import { Metric } from "../../../runtime/ports/metrics.ts";
import { MemoryMetrics } from "../../support/memory-metrics.ts";

const test = suite("agentMetrics");

test("counts checks with the operator's, and leaves tokens to it", () => {
  const metrics = new MemoryMetrics();
  const own = agentMetrics(metrics);
  own.count(Metric.readinessChecksTotal, { verdict: "Healthy" });
  own.count(Metric.tokensTotal, { agent: "writer", direction: "prompt" }, 7);
  assert.is(metrics.value(Metric.readinessChecksTotal, { verdict: "Healthy" }), 1);
  assert.is(metrics.value(Metric.tokensTotal, { agent: "writer", direction: "prompt" }), 0);
});

test("has a pod expose what nobody else counts, and nothing that would be taken for an operator's", async () => {
  const text = await new PrometheusMetrics(AGENT_METRICS).expose();
  const names = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = ""]) => name);
  assert.equal(
    names.filter((name) => Object.values(Metric).includes(name as Metric)),
    [Metric.readinessChecksTotal],
  );
});

test.run();
