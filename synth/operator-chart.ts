import { Chart } from "cdk8s";
import type { Construct } from "constructs";
import { Operator } from "../lib/operator/operator.ts";
import type { OperatorProps } from "../lib/operator/operator-props.ts";

/** The chart of the operator without its CRDs, which are a chart of their own: a cluster keeps them when it goes. */
export class OperatorChart extends Chart {
  constructor(scope: Construct, id: string, props: OperatorProps) {
    super(scope, id, { disableResourceNameHashes: true });
    new Operator(this, "tocsin", { ...props, crds: false });
  }
}
