/** A container's probe by HTTP, as core/v1 names its fields. */
export type HttpProbeFields = {
  readonly httpGet: { readonly path: string; readonly port: number };
  readonly periodSeconds: number;
  readonly timeoutSeconds: number;
  readonly successThreshold: number;
  readonly failureThreshold: number;
};

/** Amounts of CPU and memory. */
export type ResourceAmounts = { readonly cpu?: string | undefined; readonly memory?: string | undefined };

/** Where a value of a container's environment comes from. */
export type EnvVar = {
  readonly name: string;
  readonly valueFrom: { readonly fieldRef: { readonly fieldPath: string } };
};

/** A container, with the fields that Tocsin sets. */
export type Container = {
  readonly name: string;
  readonly image: string;
  readonly imagePullPolicy: "IfNotPresent";
  readonly command: readonly string[];
  readonly env: readonly EnvVar[];
  readonly ports: readonly {
    readonly name: string;
    readonly containerPort: number;
    readonly protocol: "TCP";
  }[];
  readonly resources: { readonly requests: ResourceAmounts; readonly limits: ResourceAmounts };
  readonly startupProbe: HttpProbeFields;
  readonly livenessProbe: HttpProbeFields;
  readonly readinessProbe: HttpProbeFields;
  readonly securityContext: {
    readonly allowPrivilegeEscalation: false;
    readonly readOnlyRootFilesystem: true;
    readonly capabilities: { readonly drop: readonly ["ALL"] };
  };
  readonly volumeMounts: readonly {
    readonly name: string;
    readonly mountPath: string;
    readonly readOnly: true;
  }[];
};

/** A volume of a kind that Tocsin uses. */
export type Volume = { readonly name: string } & (
  | {
      readonly secret: {
        readonly secretName: string;
        readonly optional: boolean;
        readonly defaultMode: number;
        readonly items: readonly { readonly key: string; readonly path: string }[];
      };
    }
  | {
      readonly downwardAPI: {
        readonly defaultMode: number;
        readonly items: readonly {
          readonly path: string;
          readonly fieldRef: { readonly fieldPath: string };
        }[];
      };
    }
);

/** The template of a Deployment's pods. */
export type PodTemplate = {
  readonly metadata: {
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations: Readonly<Record<string, string>>;
  };
  readonly spec: {
    readonly automountServiceAccountToken: false;
    readonly enableServiceLinks: false;
    readonly terminationGracePeriodSeconds: number;
    readonly shareProcessNamespace: true;
    readonly securityContext: {
      readonly runAsNonRoot: true;
      readonly runAsUser: number;
      readonly runAsGroup: number;
      readonly seccompProfile: { readonly type: "RuntimeDefault" };
    };
    readonly imagePullSecrets?: readonly { readonly name: string }[];
    readonly containers: readonly Container[];
    readonly volumes: readonly Volume[];
  };
};
