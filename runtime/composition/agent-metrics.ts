import { Metric, type Metrics } from "../ports/metrics.ts";

/**
 * All that an agent's pod exposes. The rest is the operator's: whoever reads both would count tokens twice, and take each
 * pod for a replica that does not lead.
 */
export const AGENT_METRICS: readonly Metric[] = [Metric.readinessChecksTotal];

/**
 * What an agent in this process counts with. A pod has a registry of its own; here it is the operator's, which
 * counts the tokens of steps itself.
 */
export function agentMetrics(metrics: Metrics): Metrics {
  return {
    count: (metric, labels, by) => {
      if (AGENT_METRICS.includes(metric)) metrics.count(metric, labels, by);
    },
    observe: (metric, value, labels) => metrics.observe(metric, value, labels),
    set: (metric, value, labels) => metrics.set(metric, value, labels),
    replace: (metric, values) => metrics.replace(metric, values),
    expose: () => metrics.expose(),
  };
}
