import type { UnhealthyVerdict } from "../domain/agent/parse-verdict.ts";

/** A pod that serves an agent. */
export type AgentEndpoint = {
  readonly namespace: string;
  readonly agent: string;
  /** Name and uid of the pod; the uid tells a restarted pod from its predecessor. */
  readonly pod: string;
  readonly podUID: string;
  readonly isReady: boolean;
  /** Whether it is being taken down: it keeps its tasks and gets no new ones. */
  readonly isTerminating: boolean;
  readonly maxConcurrentTasks: number;
  /** What keeps it from running, as the cluster has it; it is not ready then. */
  readonly trouble?: UnhealthyVerdict | undefined;
};

/** Which agent pods exist and which are ready: a watch's memory, so reading is free. */
export interface AgentEndpoints {
  /** The pods of an agent. */
  of(namespace: string, agent: string): readonly AgentEndpoint[];
  /** One pod by its uid, or undefined where it is gone, or not known to be an agent's. */
  find(podUID: string): AgentEndpoint | undefined;
  /** Whether a pod is gone: not so while it is being found out whose a pod is that is there. */
  isGone(podUID: string): boolean;
  /** Calls `listener` with the agent's namespace and name whenever its pods change; returns how to stop. */
  onChange(listener: (namespace: string, agent: string) => void): () => void;
}
