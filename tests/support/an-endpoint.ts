import type { AgentEndpoint } from "../../runtime/ports/agent-endpoints.ts";

/** A ready pod of the agent `writer` unless told otherwise. */
export function anEndpoint(parts: Partial<AgentEndpoint> = {}): AgentEndpoint {
  return {
    namespace: "default",
    agent: "writer",
    pod: "writer-abcde",
    podUID: "pod-uid-1",
    isReady: true,
    isTerminating: false,
    maxConcurrentTasks: 4,
    ...parts,
  };
}
