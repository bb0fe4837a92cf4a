import { Chart } from "cdk8s";
import type { Construct } from "constructs";
import { OperatorMonitoring, type OperatorMonitoringProps } from "../lib/monitoring/operator-monitoring.ts";

/** The chart of what watches the operator, apart from it: only clusters with the Prometheus operator take it. */
export class MonitoringChart extends Chart {
  constructor(scope: Construct, id: string, props: OperatorMonitoringProps) {
    super(scope, id, { disableResourceNameHashes: true });
    new OperatorMonitoring(this, "tocsin", props);
  }
}
