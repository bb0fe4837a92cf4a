/** A cluster as a kubeconfig describes it. Source: https://kubernetes.io/docs/reference/config-api/kubeconfig.v1/ */
export type ClusterEntry = {
  readonly server?: string;
  readonly "certificate-authority"?: string;
  readonly "certificate-authority-data"?: string;
  readonly "insecure-skip-tls-verify"?: boolean;
  readonly "tls-server-name"?: string;
  readonly "proxy-url"?: string;
};

/** A user's credentials as a kubeconfig holds them. */
export type UserEntry = {
  readonly token?: string;
  readonly tokenFile?: string;
  readonly "client-certificate"?: string;
  readonly "client-certificate-data"?: string;
  readonly "client-key"?: string;
  readonly "client-key-data"?: string;
  readonly username?: string;
  readonly password?: string;
  readonly exec?: object;
  readonly "auth-provider"?: object;
  readonly as?: string;
  readonly "as-groups"?: readonly string[];
  readonly "as-uid"?: string;
};

/** Which user on which cluster, and in which namespace. */
export type ContextEntry = { readonly cluster?: string; readonly user?: string; readonly namespace?: string };

/** What kubeconfig files say together: of each name, what the first of them says. */
export type KubeconfigEntries = {
  readonly currentContext: string | undefined;
  readonly clusters: ReadonlyMap<string, ClusterEntry>;
  readonly users: ReadonlyMap<string, UserEntry>;
  readonly contexts: ReadonlyMap<string, ContextEntry>;
};

/** Fields that name a file, relative to the kubeconfig's folder. */
export const FILE_FIELDS = [
  "certificate-authority",
  "tokenFile",
  "client-certificate",
  "client-key",
] as const;
