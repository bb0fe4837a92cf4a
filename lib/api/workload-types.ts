import type { KubeObject } from "./object.ts";
import type { PodTemplate } from "./pod-template.ts";
import type { ResourceType } from "./resource-type.ts";

/** Labels that all have to be there. */
export type MatchLabels = { readonly matchLabels: Readonly<Record<string, string>> };

/** An apps/v1 Deployment, as far as Tocsin writes or reads it. */
export type Deployment = KubeObject & {
  readonly kind: "Deployment";
  readonly spec: {
    readonly replicas: number;
    readonly revisionHistoryLimit: number;
    readonly selector: MatchLabels;
    readonly strategy: {
      readonly type: "RollingUpdate";
      readonly rollingUpdate: { readonly maxUnavailable: number; readonly maxSurge: number };
    };
    readonly template: PodTemplate;
  };
  readonly status?: {
    readonly conditions?: readonly {
      readonly type: string;
      readonly status: string;
      readonly reason?: string;
      readonly message?: string;
    }[];
  };
};

/** An apps/v1 ReplicaSet: of interest is only whose it is. */
export type ReplicaSet = KubeObject & { readonly kind: "ReplicaSet" };

/** What a container of a pod is doing; one of the three. */
export type ContainerState = {
  readonly running?: object;
  readonly waiting?: { readonly reason?: string; readonly message?: string };
  readonly terminated?: { readonly reason?: string; readonly exitCode?: number };
};

/** A core/v1 Pod, as far as Tocsin reads it. */
export type Pod = KubeObject & {
  readonly kind: "Pod";
  readonly status?: {
    readonly phase?: string;
    readonly podIP?: string;
    readonly conditions?: readonly {
      readonly type: string;
      readonly status: string;
      readonly reason?: string;
      readonly message?: string;
    }[];
    readonly containerStatuses?: readonly {
      readonly state?: ContainerState;
      readonly lastState?: ContainerState;
    }[];
  };
};

/** A headless core/v1 Service. */
export type Service = KubeObject & {
  readonly kind: "Service";
  readonly spec: {
    readonly clusterIP: "None";
    readonly selector: Readonly<Record<string, string>>;
    readonly ports: readonly {
      readonly name: string;
      readonly port: number;
      readonly targetPort: string;
      readonly protocol: "TCP";
    }[];
  };
};

/** A networking.k8s.io/v1 NetworkPolicy about what may come in. */
export type NetworkPolicy = KubeObject & {
  readonly kind: "NetworkPolicy";
  readonly spec: {
    readonly podSelector: MatchLabels;
    readonly policyTypes: readonly ["Ingress"];
    readonly ingress: readonly {
      /** Absent: from anywhere. */
      readonly from?: readonly {
        readonly namespaceSelector: MatchLabels;
        /** Absent: all pods of the namespace. */
        readonly podSelector?: MatchLabels;
      }[];
      readonly ports: readonly { readonly port: number; readonly protocol: "TCP" }[];
    }[];
  };
};

const namespaced = { version: "v1", isNamespaced: true } as const;

/** apps/v1 Deployments. */
export const DeploymentType: ResourceType<Deployment> = {
  ...namespaced,
  group: "apps",
  kind: "Deployment",
  plural: "deployments",
  singular: "deployment",
  shortNames: ["deploy"],
  hasStatus: true,
};

/** apps/v1 ReplicaSets. */
export const ReplicaSetType: ResourceType<ReplicaSet> = {
  ...namespaced,
  group: "apps",
  kind: "ReplicaSet",
  plural: "replicasets",
  singular: "replicaset",
  shortNames: ["rs"],
  hasStatus: true,
};

/** core/v1 Pods. */
export const PodType: ResourceType<Pod> = {
  ...namespaced,
  group: "",
  kind: "Pod",
  plural: "pods",
  singular: "pod",
  shortNames: ["po"],
  hasStatus: true,
};

/** core/v1 Services. */
export const ServiceType: ResourceType<Service> = {
  ...namespaced,
  group: "",
  kind: "Service",
  plural: "services",
  singular: "service",
  shortNames: ["svc"],
  hasStatus: true,
};

/** networking.k8s.io/v1 NetworkPolicies. */
export const NetworkPolicyType: ResourceType<NetworkPolicy> = {
  ...namespaced,
  group: "networking.k8s.io",
  kind: "NetworkPolicy",
  plural: "networkpolicies",
  singular: "networkpolicy",
  shortNames: ["netpol"],
  hasStatus: false,
};
