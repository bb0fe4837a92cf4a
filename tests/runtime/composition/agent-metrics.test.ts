import { suite } from "uvu";
import * as assert from "uvu/assert";
import { agentMetrics } from "../../../runtime/composition/agent-metrics.ts";
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

test.run();
