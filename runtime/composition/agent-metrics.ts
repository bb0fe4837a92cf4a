import { Metric, type Metrics } from "../ports/metrics.ts";

/**
 * What an agent in this process counts with. A pod has figures of its own; here they are the operator's, which counts
 * the tokens of steps itself, and no token may be counted twice.
 */
export function agentMetrics(metrics: Metrics): Metrics {
  return {
    count: (metric, labels, by) => {
      if (metric !== Metric.tokensTotal) metrics.count(metric, labels, by);
    },
    observe: (metric, value, labels) => metrics.observe(metric, value, labels),
    set: (metric, value, labels) => metrics.set(metric, value, labels),
    replace: (metric, values) => metrics.replace(metric, values),
    expose: () => metrics.expose(),
  };
}
