import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { ProbeSpec } from "../../../../lib/api/agent.ts";
import { checkDeadlineSeconds, probeFields } from "../../../../runtime/domain/agent/probe-fields.ts";

const test = suite("probeFields");

const fieldsOf = (livenessProbe: ProbeSpec) =>
  probeFields({ spec: { model: "m", replicas: 1, maxConcurrentTasks: 4, livenessProbe } });

const cases = [
  { type: "ping", intervalSeconds: 60, period: 10, timeout: 2 },
  { type: "ping", intervalSeconds: 1, period: 10, timeout: 2 },
  { type: "semantic", intervalSeconds: 1, period: 1, timeout: 3 },
  { type: "semantic", intervalSeconds: 14, period: 14, timeout: 16 },
  { type: "semantic", intervalSeconds: 15, period: 15, timeout: 17 },
  { type: "semantic", intervalSeconds: 60, period: 60, timeout: 17 },
  { type: "semantic", intervalSeconds: 86_400, period: 86_400, timeout: 17 },
] as const;

for (const { type, intervalSeconds, period, timeout } of cases) {
  test(`probes readiness of ${type} at ${intervalSeconds} s every ${period} s for ${timeout} s`, () => {
    assert.equal(fieldsOf({ type, intervalSeconds }).readinessProbe, {
      httpGet: { path: "/readyz", port: 8080 },
      periodSeconds: period,
      timeoutSeconds: timeout,
      successThreshold: 1,
      failureThreshold: 1,
    });
  });
}

test("never lets liveness or startup depend on readiness", () => {
  const { livenessProbe, startupProbe } = fieldsOf({ type: "semantic", intervalSeconds: 60 });
  assert.is(livenessProbe.httpGet.path, "/healthz");
  assert.is(livenessProbe.periodSeconds, 10);
  assert.is(livenessProbe.failureThreshold, 3);
  assert.is(startupProbe.httpGet.path, "/healthz");
  assert.is(startupProbe.periodSeconds, 1);
  assert.is(startupProbe.failureThreshold, 60);
});

test("gives a check its deadline within the prober's timeout", () => {
  for (const intervalSeconds of [1, 5, 15, 60, 86_400]) {
    const { timeoutSeconds } = fieldsOf({ type: "semantic", intervalSeconds }).readinessProbe;
    assert.is(timeoutSeconds, checkDeadlineSeconds(intervalSeconds) + 2);
  }
});

test.run();
