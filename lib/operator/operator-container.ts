import { k8s } from "cdk8s-plus-27";
import { DEFAULT_IMAGE } from "../api/group.ts";
import { OPERATOR_METRICS_PORT, WEBHOOK_PORT } from "../api/network.ts";
import { operatorEnvironment } from "./operator-environment.ts";
import type { OperatorProps, OperatorResources } from "./operator-props.ts";

/** Names of the container's ports, by which Services and probes find them. */
export const PortName = { webhook: "webhook", metrics: "metrics" } as const;

/** What the image runs. */
const COMMAND = ["node", "/app/operator.js"];

const DEFAULT_RESOURCES = {
  requests: { cpu: "100m", memory: "192Mi" },
  limits: { cpu: "1", memory: "512Mi" },
} as const;

/** A cold start on a busy node reads the Kubernetes client for seconds before it listens. */
const STARTUP_ATTEMPTS = 60;

/** Writes the operator's container: restricted, with probes on the port of its own endpoints. */
export function operatorContainer(props: OperatorProps): k8s.Container {
  return {
    name: "operator",
    image: props.image ?? DEFAULT_IMAGE,
    imagePullPolicy: "IfNotPresent",
    command: COMMAND,
    env: operatorEnvironment(props),
    ports: [
      { name: PortName.webhook, containerPort: WEBHOOK_PORT, protocol: "TCP" },
      { name: PortName.metrics, containerPort: OPERATOR_METRICS_PORT, protocol: "TCP" },
    ],
    resources: resourcesOf(props.resources),
    startupProbe: probe("/healthz", { periodSeconds: 1, failureThreshold: STARTUP_ATTEMPTS }),
    livenessProbe: probe("/healthz", { periodSeconds: 10, failureThreshold: 3 }),
    // A pod that starts is not ready anyway, and one that stops leaves the Service at once: what is left is one that is
    // busy, and all of them would be busy together.
    readinessProbe: probe("/readyz", { periodSeconds: 5, failureThreshold: 3 }),
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    },
  };
}

type Pace = { readonly periodSeconds: number; readonly failureThreshold: number };

function probe(path: string, pace: Pace): k8s.Probe {
  return {
    httpGet: { path, port: k8s.IntOrString.fromString(PortName.metrics) },
    timeoutSeconds: 3,
    ...pace,
  };
}

function resourcesOf({ requests, limits }: OperatorResources = {}): k8s.ResourceRequirements {
  return {
    requests: quantities({ ...DEFAULT_RESOURCES.requests, ...requests }),
    limits: quantities({ ...DEFAULT_RESOURCES.limits, ...limits }),
  };
}

function quantities(amounts: Readonly<Record<string, string>>): Record<string, k8s.Quantity> {
  return Object.fromEntries(
    Object.entries(amounts).map(([name, amount]) => [name, k8s.Quantity.fromString(amount)]),
  );
}
