import { k8s } from "cdk8s-plus-27";
import { Construct } from "constructs";
import { OPERATOR_NAME } from "../api/group.ts";
import { OPERATOR_LABELS } from "../api/keys.ts";
import { OPERATOR_METRICS_PORT, WEBHOOK_PORT } from "../api/network.ts";
import { INSTALLATION_LABELS, metadataIn } from "./installation.ts";
import { PortName } from "./operator-container.ts";

/** Name of the Service that a Prometheus reads every replica by. */
export const METRICS_SERVICE = `${OPERATOR_NAME}-metrics`;

/** For a ServiceMonitor, which finds Services by their labels. */
export const METRICS_COMPONENT = { "app.kubernetes.io/component": "metrics" } as const;

/** Where the operator's Services are. */
export type OperatorServicesProps = {
  readonly namespace: string;
  readonly metricsAnnotations?: Readonly<Record<string, string>>;
};

/**
 * The Service that webhooks go to, whose name is in every `status.webhookURL`, and the one that metrics are read
 * from: two, so that an Ingress or a mesh never opens the second with the first.
 */
export class OperatorServices extends Construct {
  constructor(scope: Construct, id: string, { namespace, metricsAnnotations }: OperatorServicesProps) {
    super(scope, id);
    new k8s.KubeService(this, "webhooks", {
      metadata: metadataIn(namespace),
      spec: { type: "ClusterIP", selector: OPERATOR_LABELS, ports: [port(PortName.webhook, WEBHOOK_PORT)] },
    });
    new k8s.KubeService(this, "metrics", {
      metadata: {
        ...metadataIn(namespace, METRICS_SERVICE),
        labels: { ...INSTALLATION_LABELS, ...METRICS_COMPONENT },
        ...(metricsAnnotations && { annotations: metricsAnnotations }),
      },
      spec: {
        // Headless: each replica has figures of its own.
        clusterIp: "None",
        selector: OPERATOR_LABELS,
        ports: [port(PortName.metrics, OPERATOR_METRICS_PORT)],
      },
    });
  }
}

function port(name: string, number: number): k8s.ServicePort {
  return { name, port: number, targetPort: k8s.IntOrString.fromString(name), protocol: "TCP" };
}
