import { PRODUCT_IMAGE } from "./image/product-image.ts";

/** What the tests look at of a pod. */
export type Pod = {
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly uid: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly deletionTimestamp?: string;
  };
  readonly status?: {
    readonly podIP?: string;
    readonly phase?: string;
    readonly containerStatuses?: readonly {
      readonly restartCount: number;
      readonly state?: { readonly running?: object };
    }[];
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
};

/** Whether the kubelet calls a pod ready. */
export function isReady(pod: Pod | undefined): boolean {
  return pod?.status?.conditions?.some(({ type, status }) => type === "Ready" && status === "True") === true;
}

/** A pod of the product's image that runs a script instead, with a readiness probe of /readyz on port 8080. */
export function aScriptPod(
  name: string,
  script: string,
  labels: Readonly<Record<string, string>> = {},
): object {
  const restricted = {
    runAsNonRoot: true,
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ["ALL"] },
    seccompProfile: { type: "RuntimeDefault" },
  };
  const container = {
    name: "script",
    image: PRODUCT_IMAGE,
    command: ["node", "--eval", script],
    env: [{ name: "NODE_EXTRA_CA_CERTS", value: "/var/run/secrets/kubernetes.io/serviceaccount/ca.crt" }],
    securityContext: restricted,
    readinessProbe: { httpGet: { path: "/readyz", port: 8080 }, periodSeconds: 1, failureThreshold: 2 },
  };
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, labels },
    spec: { terminationGracePeriodSeconds: 0, containers: [container] },
  };
}
