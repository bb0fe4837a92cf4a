/** Whether what alerts and dashboard ask for is what a running system tells. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { DEFINITIONS } from "../../lib/api/definitions.ts";
import { AgentReason, EventReason, ServiceReason, TeamReason } from "../../lib/api/reason.ts";
import { CONTROLLERS } from "../../lib/monitoring/controllers.ts";
import { PrometheusMetrics } from "../../runtime/adapters/prometheus/prometheus-metrics.ts";
import { Metric } from "../../runtime/ports/metrics.ts";
import { TestSystem } from "../support/a-system.ts";
import { allExpressions } from "../support/monitoring/all-expressions.ts";
import { readPromQL, type Selector } from "../support/monitoring/read-promql.ts";

const test = suite("monitoring");

const system = await TestSystem.start();
test.after(() => system.stop());
await system.addTeam();
await system.addEvent();
assert.is((await system.post({ query: "?mode=sync" })).status, 200);
const exposed = await (await fetch(`${system.standalone.metricsURL}/metrics`)).text();
const types = new Map(
  [...exposed.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = "", type = ""]) => [name, type]),
);

/** What Prometheus adds by itself, or makes of a histogram. */
const FROM_OUTSIDE = ["namespace", "instance", "job", "le"];
const REASONS = [AgentReason, EventReason, ServiceReason, TeamReason].flatMap((set) => Object.values(set));
/** Values that a system of one run does not show. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  "tocsin_objects reason": REASONS,
  "tocsin_objects kind": DEFINITIONS.map(({ kind }) => kind),
  "tocsin_runs phase": ["Pending", "Running", "Succeeded", "Failed"],
  "controller_runtime_reconcile_errors_total controller": CONTROLLERS.split("|"),
};

function familyOf(metric: string): string {
  const base = metric.replace(/_(?:bucket|sum|count)$/, "");
  return types.get(base) === "histogram" ? base : metric;
}

/** Whether the process would take a label of a metric: it throws where it would not. */
function hasLabel(metric: string, label: string): boolean {
  const name = Object.values(Metric).find((each) => each === metric);
  if (name === undefined) return exposed.includes(`${metric}{${label}="`);
  const metrics = new PrometheusMetrics();
  try {
    for (const touch of [
      () => metrics.count(name, { [label]: "x" }),
      () => metrics.set(name, 1, { [label]: "x" }),
    ])
      touch();
    metrics.observe(name, 1, { [label]: "x" });
    return true;
  } catch {
    return false;
  }
}

function valuesOf(metric: string, label: string): readonly string[] {
  const shown = [...exposed.matchAll(new RegExp(`^${metric}\\{(?:.*,)?${label}="([^"]*)"`, "gm"))];
  return [...(KNOWN[`${metric} ${label}`] ?? []), ...shown.map(([, value = ""]) => value)];
}

function checkMatchers({ metric, matchers }: Selector): void {
  for (const { label, operator, value } of matchers.filter((each) => !FROM_OUTSIDE.includes(each.label))) {
    assert.ok(hasLabel(familyOf(metric), label), `${metric} has no ${label}`);
    for (const each of operator.includes("~") ? value.split("|") : [value])
      assert.ok(valuesOf(metric, label).includes(each), `${metric}: ${label} is never ${each}`);
  }
}

for (const { asker, expr } of allExpressions()) {
  test(`tells "${asker}" what it asks: ${expr}`, () => {
    const { selectors, groupedBy } = readPromQL(expr);
    assert.ok(selectors.length > 0);
    for (const selector of selectors) {
      assert.ok(types.has(familyOf(selector.metric)), `there is no ${selector.metric}`);
      const isBucket = selector.metric.endsWith("_bucket");
      assert.is(types.get(familyOf(selector.metric)) === "histogram" && isBucket, isBucket);
      checkMatchers(selector);
    }
    for (const label of groupedBy.filter((each) => !FROM_OUTSIDE.includes(each)))
      assert.ok(
        selectors.some(({ metric }) => hasLabel(familyOf(metric), label)),
        `nothing has ${label}`,
      );
  });
}

test("is told of every controller by the names that alarms choose them by", () => {
  const shown = [...exposed.matchAll(/^controller_runtime_reconcile_total\{controller="(\w+)"/gm)];
  assert.equal([...new Set(shown.map(([, name = ""]) => name))].sort(), CONTROLLERS.split("|"));
});

test("would notice what is not PromQL, and what nobody tells", () => {
  for (const wrong of ["sum by (x tocsin_leader", "rate(tocsin_leader[5m]) >", "tocsin_leader{a=b}"])
    assert.throws(() => readPromQL(wrong), /not PromQL/);
  assert.not(types.has("tocsin_nothing"));
  assert.not(hasLabel("tocsin_fires_total", "team"));
});

test.run();
