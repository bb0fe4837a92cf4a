/** What a platform team imports to install the operator as a part of its own charts. */
export { CrdsChart } from "../crds/crds-chart.ts";
export { Operator } from "./operator.ts";
export type {
  AdmissionPolicy,
  NetworkAccess,
  OperatorLimits,
  OperatorLogLevel,
  OperatorProps,
  OperatorResources,
  OperatorScheduling,
  WebhookIngress,
} from "./operator-props.ts";
