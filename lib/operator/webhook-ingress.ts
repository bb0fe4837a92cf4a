import { Duration } from "cdk8s";
import { k8s } from "cdk8s-plus-27";
import { Construct } from "constructs";
import { OPERATOR_NAME } from "../api/group.ts";
import { TRIGGERS_PREFIX } from "../api/network.ts";
import { metadataIn } from "./installation.ts";
import { PortName } from "./operator-container.ts";
import type { OperatorLimits, WebhookIngress as WebhookIngressProps } from "./operator-props.ts";

const NGINX = "nginx.ingress.kubernetes.io";
/** So much longer a proxy waits than the operator: it is the operator that tells a caller of a timeout. */
const SLACK_SECONDS = 30;
const DEFAULT_MAX_BODY_BYTES = 1_048_576;
const DEFAULT_MAX_SYNC_WAIT = Duration.minutes(10);

/** Makes the webhook endpoint, and nothing else of the operator, reachable from outside the cluster. */
export class WebhookIngress extends Construct {
  constructor(
    scope: Construct,
    id: string,
    props: WebhookIngressProps & {
      readonly namespace: string;
      readonly limits?: OperatorLimits | undefined;
    },
  ) {
    super(scope, id);
    const { host, tlsSecretName, ingressClassName } = props;
    new k8s.KubeIngress(this, "ingress", {
      metadata: {
        ...metadataIn(props.namespace),
        annotations: { ...nginxAnnotations(props.limits), ...props.annotations },
      },
      spec: {
        ...(ingressClassName !== undefined && { ingressClassName }),
        ...(tlsSecretName !== undefined && { tls: [{ hosts: [host], secretName: tlsSecretName }] }),
        rules: [
          {
            host,
            http: {
              paths: [
                {
                  path: TRIGGERS_PREFIX,
                  pathType: "Prefix",
                  backend: { service: { name: OPERATOR_NAME, port: { name: PortName.webhook } } },
                },
              ],
            },
          },
        ],
      },
    });
  }
}

/** nginx cuts off after 60 s, at 1 MB, and holds streams back until they end, unless it is told otherwise. */
function nginxAnnotations(limits: OperatorLimits = {}): Record<string, string> {
  const waitSeconds = (limits.maxSyncWait ?? DEFAULT_MAX_SYNC_WAIT).toSeconds({ integral: false });
  const seconds = String(Math.ceil(waitSeconds) + SLACK_SECONDS);
  return {
    [`${NGINX}/proxy-body-size`]: String(limits.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES),
    [`${NGINX}/proxy-read-timeout`]: seconds,
    [`${NGINX}/proxy-send-timeout`]: seconds,
    [`${NGINX}/proxy-buffering`]: "off",
    // A fire that was sent twice would fire twice.
    [`${NGINX}/proxy-next-upstream`]: "off",
  };
}
