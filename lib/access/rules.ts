import { GROUP, OPERATOR_NAME } from "../api/group.ts";

/** A rule of a role: the verbs that the operator's code uses on one resource. */
export type AccessRule = {
  /** Empty for the core group. */
  readonly apiGroup: string;
  /** Plural name, with the subresource where it is one. */
  readonly resource: string;
  readonly verbs: readonly Verb[];
  /** Absent: any name. */
  readonly resourceNames?: readonly string[];
  /** Why the operator needs it. */
  readonly reason: string;
};

/** A verb of Kubernetes' RBAC. */
export type Verb = "get" | "list" | "watch" | "create" | "update" | "delete";

const READ: readonly Verb[] = ["get", "list", "watch"];
const FOLLOW: readonly Verb[] = ["list", "watch"];

/** What agents as pods take, in every namespace whose Agents are served. */
export const AGENT_POD_RULES: readonly AccessRule[] = [
  {
    apiGroup: "apps",
    resource: "deployments",
    verbs: [...READ, "create", "update"],
    reason: "runs each Agent as one; reads live before it creates, and deletes by owner reference alone",
  },
  {
    apiGroup: "apps",
    resource: "replicasets",
    verbs: ["get"],
    reason: "trusts only pods whose ReplicaSet's Deployment is an Agent's",
  },
  { apiGroup: "", resource: "pods", verbs: FOLLOW, reason: "sends tasks to those that are ready" },
  {
    apiGroup: "",
    resource: "services",
    verbs: ["get", "create", "update"],
    reason: "gives each Agent's pods names",
  },
  {
    apiGroup: "networking.k8s.io",
    resource: "networkpolicies",
    verbs: ["get", "create", "update"],
    reason: "lets nobody but the operator reach an Agent's pods",
  },
];

/** What is needed besides where tasks go through the API server's proxy: by an operator outside of its cluster. */
export const PROXY_RULES: readonly AccessRule[] = [
  {
    apiGroup: "",
    resource: "pods/proxy",
    verbs: ["get", "create", "delete"],
    reason: "joins, starts and removes tasks on pods, whose addresses it can't reach",
  },
];

/** Exactly what the operator needs in every namespace whose events it serves. */
export const WATCHED_NAMESPACE_RULES: readonly AccessRule[] = [
  { apiGroup: GROUP, resource: "agents", verbs: FOLLOW, reason: "has them served" },
  { apiGroup: GROUP, resource: "agents/status", verbs: ["update"], reason: "reports their pods" },
  { apiGroup: GROUP, resource: "agentservices", verbs: FOLLOW, reason: "routes tasks" },
  { apiGroup: GROUP, resource: "agentservices/status", verbs: ["update"], reason: "counts ready endpoints" },
  {
    apiGroup: GROUP,
    resource: "agentteams",
    verbs: READ,
    reason: "runs them; reads live those just applied",
  },
  { apiGroup: GROUP, resource: "agentteams/status", verbs: ["update"], reason: "reports the latest run" },
  {
    apiGroup: GROUP,
    resource: "agentevents",
    verbs: READ,
    reason: "fires them; reads live those just applied",
  },
  { apiGroup: GROUP, resource: "agentevents/status", verbs: ["update"], reason: "accounts fires" },
  {
    apiGroup: GROUP,
    resource: "agentruns",
    verbs: [...READ, "create", "delete"],
    reason: "makes one a target of a fire, and deletes what is history",
  },
  { apiGroup: GROUP, resource: "agentruns/status", verbs: ["update"], reason: "records steps and outputs" },
  {
    apiGroup: "",
    resource: "secrets",
    verbs: [...READ, "create", "update", "delete"],
    reason: "keeps webhook and task tokens, and looks which providers' keys there are",
  },
  { apiGroup: "", resource: "events", verbs: ["create", "update"], reason: "records what happened" },
];

/** What the operator needs in its own namespace besides. A create can't be bound to a name: the server decides it. */
export const OWN_NAMESPACE_RULES: readonly AccessRule[] = [
  { apiGroup: "coordination.k8s.io", resource: "leases", verbs: ["create"], reason: "makes its Lease" },
  {
    apiGroup: "coordination.k8s.io",
    resource: "leases",
    verbs: [...READ, "update"],
    resourceNames: [OPERATOR_NAME],
    reason: "elects the replica that leads",
  },
];
