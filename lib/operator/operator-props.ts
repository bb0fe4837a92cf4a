import type { Duration } from "cdk8s";
import type { k8s } from "cdk8s-plus-27";

/** Where webhooks are reachable from outside the cluster. */
export type WebhookIngress = {
  /** Name under which senders find the cluster, such as `hooks.example.com`. */
  readonly host: string;
  /**
   * Secret of the host's certificate, in the operator's namespace; cert-manager can make it.
   * @default - no TLS by the Ingress, for a load balancer in front of it that ends TLS
   */
  readonly tlsSecretName?: string;
  /** @default - the cluster's default class */
  readonly ingressClassName?: string;
  /** Added to, and winning over, the timeouts and sizes for ingress-nginx that fit the limits. */
  readonly annotations?: Readonly<Record<string, string>>;
};

/** What a container of the operator reserves and may use, as Kubernetes quantities: `100m`, `256Mi`. */
export type OperatorResources = {
  readonly requests?: { readonly cpu?: string; readonly memory?: string };
  readonly limits?: { readonly cpu?: string; readonly memory?: string };
};

/** Where the operator's pods may run, and what gives way to them. */
export type OperatorScheduling = {
  /** Labels of the nodes. */
  readonly nodeSelector?: Readonly<Record<string, string>>;
  /** Taints of nodes that do not keep the pods away. */
  readonly tolerations?: readonly k8s.Toleration[];
  readonly priorityClassName?: string;
};

/** What the operator takes, for how long, and how far back. */
export type OperatorLimits = {
  /**
   * Largest body of a webhook in bytes, at most 16 MiB.
   * @default 1048576
   */
  readonly maxBodyBytes?: number;
  /**
   * Longest wait of a sync caller.
   * @default Duration.minutes(10)
   */
  readonly maxSyncWait?: Duration;
  /**
   * Most sync callers that wait at once on a replica.
   * @default 1000
   */
  readonly maxWaiters?: number;
  /**
   * Most callers on a replica that follow their fire as a stream.
   * @default 200
   */
  readonly maxStreams?: number;
  /**
   * Fires a second, event and replica; 0 for no limit.
   * @default 50
   */
  readonly firesPerSecond?: number;
  /**
   * Fires of an event that may come at once.
   * @default 100
   */
  readonly fireBurst?: number;
  /**
   * How old a missed slot of a schedule may be and still fire after downtime.
   * @default - however old
   */
  readonly catchUp?: Duration;
  /**
   * How often a team may come back in a chain of team-output events.
   * @default 0
   */
  readonly chainLoops?: number;
};

/** How much the operator says in its log. */
export type OperatorLogLevel = "debug" | "info" | "warn" | "error" | "silent";

/** Who may create runs of events, where the admission policy is on. */
export type AdmissionPolicy = {
  /**
   * Names of users besides the operator's own account, such as that of an operator outside the cluster.
   * @default - nobody
   */
  readonly alsoTrusted?: readonly string[];
};

/** Who may reach the operator's pods. */
export type NetworkAccess = {
  /** @default - everybody: ingress controllers on the host's network have no pod to be selected by */
  readonly webhooksFrom?: readonly k8s.NetworkPolicyPeer[];
  /** @default - the pods of every namespace */
  readonly metricsFrom?: readonly k8s.NetworkPolicyPeer[];
};

/** How an operator is installed. */
export type OperatorProps = {
  /**
   * The image of the operator and of agents' pods, with a tag or a digest.
   * @default "tocsin:0.1.0"
   */
  readonly image?: string;
  /**
   * Secrets to pull the image with: those of the operator's namespace for the operator, and those of these names in
   * agents' own namespaces for their pods.
   * @default - what the ServiceAccounts name
   */
  readonly imagePullSecrets?: readonly string[];
  /**
   * How many pods answer webhooks; one of them leads.
   * @default 2
   */
  readonly replicas?: number;
  /**
   * Namespace of the operator; it is made, with the restricted Pod Security Standard enforced.
   * @default "tocsin-system"
   */
  readonly namespace?: string;
  /**
   * The namespaces whose events are served; they have to exist, and each gets a Role instead of the ClusterRole.
   * @default - all, now and later
   */
  readonly watchedNamespaces?: readonly string[];
  /**
   * Whether the CustomResourceDefinitions are part of it.
   * @default true
   */
  readonly crds?: boolean;
  /** @default - 100m and 192Mi are reserved; at most one core and 512Mi */
  readonly resources?: OperatorResources;
  /** @default - on any node without a taint, by the cluster's default priority */
  readonly scheduling?: OperatorScheduling;
  /** @default - webhooks are reachable inside the cluster alone */
  readonly webhook?: WebhookIngress;
  /** @default "info" */
  readonly logLevel?: OperatorLogLevel;
  /** @default - those of the process, see README.md */
  readonly limits?: OperatorLimits;
  /** The OpenAI-compatible provider of Agents that name none; its key is the Secret `tocsin-provider` beside them. */
  readonly provider?: { readonly baseURL: string };
  /**
   * Refuses runs that pretend to be an event's, whoever may create runs.
   * @default - on
   */
  readonly admissionPolicy?: AdmissionPolicy | false;
  /**
   * Adds Tocsin's kinds to the cluster's roles view, edit and admin.
   * @default true
   */
  readonly userRoles?: boolean;
  /** @default - webhooks from everywhere, metrics from all pods, nothing else */
  readonly networkAccess?: NetworkAccess | false;
  /**
   * How agents' pods are reached: `proxy`, by the API server, where the cluster's network keeps the operator from
   * them; their network policy then admits the API server.
   * @default "direct"
   */
  readonly agentAccess?: "direct" | "proxy";
  /**
   * Namespaces whose pods may read the metrics of agents' pods, on the port that tasks come to: that of your Prometheus.
   * @default - none: the operator alone reaches agents' pods
   */
  readonly agentMetricsFrom?: readonly string[];
  /** Annotations of the metrics Service, such as those that a Prometheus without its operator looks for. */
  readonly metricsAnnotations?: Readonly<Record<string, string>>;
};
