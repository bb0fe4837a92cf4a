/** What an agent's pod and whoever creates it have in common: names, paths and the environment. */

/** Name of an agent's Deployment, Service and NetworkPolicy: at most 53 characters, as an Agent's name has 47. */
export function agentWorkloadName(agent: string): string {
  return `${agent}-agent`;
}

/** Name of the one container of an agent's pod. */
export const AGENT_CONTAINER = "agent";
/** Name of its port. */
export const AGENT_PORT_NAME = "http";
/** What the container runs: the image's bundle of the agent's server. */
export const AGENT_COMMAND: readonly string[] = ["node", "/app/agent.js"];
/** Folder below which an agent's pod finds its files. */
export const AGENT_FOLDER = "/etc/tocsin";

/** Files of an agent's pod, each in the folder of a volume of its own: below AGENT_FOLDER, folder and name. */
export const AgentFile = {
  /** What the pod is to be, as JSON: the annotation of its template. */
  spec: { folder: "agent", name: "spec.json" },
  /** The token by which the operator's tasks are known. */
  taskToken: { folder: "tasks", name: "token" },
  /** The provider's key; absent where there is none. */
  providerKey: { folder: "provider", name: "key" },
} as const;

/** Variables of an agent's environment that its Deployment sets. */
export const AgentVariable = { podName: "POD_NAME", podUID: "POD_UID", podIP: "POD_IP" } as const;

/** User and group of every container: that of distroless images. Being a number, it proves itself not to be root. */
export const NONROOT_ID = 65_532;
