import { ApiObject, JsonPatch } from "cdk8s";
import { k8s } from "cdk8s-plus-27";
import { Construct } from "constructs";
import { NONROOT_ID } from "../api/agent-pod.ts";
import { OPERATOR_LABELS } from "../api/keys.ts";
import { INSTALLATION_LABELS, metadataIn } from "./installation.ts";
import { operatorContainer } from "./operator-container.ts";
import type { OperatorProps } from "./operator-props.ts";

/** How long a pod goes on serving after it was told to go: so long other nodes may still send webhooks to it. */
export const LINGER_SECONDS = 5;
/** What a stop may take after that: callers get their answers, the lead is handed over, connections close. */
export const STOP_SECONDS = 40;

/** What the Deployment needs to know besides the operator's props. */
export type OperatorDeploymentProps = OperatorProps & {
  readonly namespace: string;
  readonly serviceAccountName: string;
};

/** The operator's pods: spread over nodes and zones, replaced one by one, with nothing they could do harm with. */
export class OperatorDeployment extends Construct {
  /** The Deployment, for patches beyond the props. */
  readonly deployment: ApiObject;

  constructor(scope: Construct, id: string, props: OperatorDeploymentProps) {
    super(scope, id);
    const manifest = k8s.KubeDeployment.manifest({
      metadata: metadataIn(props.namespace),
      spec: {
        replicas: props.replicas ?? 2,
        revisionHistoryLimit: 3,
        selector: { matchLabels: OPERATOR_LABELS },
        strategy: {
          type: "RollingUpdate",
          // Webhooks are answered throughout: a pod goes when the next one is ready.
          rollingUpdate: {
            maxUnavailable: k8s.IntOrString.fromNumber(0),
            maxSurge: k8s.IntOrString.fromNumber(1),
          },
        },
        template: { metadata: { labels: INSTALLATION_LABELS }, spec: podSpec(props) },
      },
    });
    // Not of the typed class, which drops what is newer than its types.
    this.deployment = new ApiObject(this, "deployment", manifest);
    // Kubernetes has this since 1.30, as the admission policy, and no image needs a shell for it.
    const linger = { preStop: { sleep: { seconds: LINGER_SECONDS } } };
    this.deployment.addJsonPatch(JsonPatch.add("/spec/template/spec/containers/0/lifecycle", linger));
  }
}

function podSpec(props: OperatorDeploymentProps): k8s.PodSpec {
  const { nodeSelector, tolerations, priorityClassName } = props.scheduling ?? {};
  const secrets = props.imagePullSecrets?.map((name) => ({ name }));
  return {
    serviceAccountName: props.serviceAccountName,
    automountServiceAccountToken: true,
    // Variables of every Service in the namespace are nothing that it reads.
    enableServiceLinks: false,
    terminationGracePeriodSeconds: LINGER_SECONDS + STOP_SECONDS,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: NONROOT_ID,
      runAsGroup: NONROOT_ID,
      seccompProfile: { type: "RuntimeDefault" },
    },
    topologySpreadConstraints: ["kubernetes.io/hostname", "topology.kubernetes.io/zone"].map(
      (topologyKey) => ({
        topologyKey,
        maxSkew: 1,
        // On a cluster of one node both run there.
        whenUnsatisfiable: "ScheduleAnyway",
        labelSelector: { matchLabels: OPERATOR_LABELS },
        // Pods of the version before must not count: while they are replaced, two new ones could end up side by side.
        matchLabelKeys: ["pod-template-hash"],
      }),
    ),
    containers: [operatorContainer(props)],
    ...(secrets && { imagePullSecrets: secrets }),
    ...(nodeSelector && { nodeSelector: { ...nodeSelector } }),
    ...(tolerations && { tolerations: [...tolerations] }),
    ...(priorityClassName !== undefined && { priorityClassName }),
  };
}
