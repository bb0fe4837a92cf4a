import type { Agent } from "../../../lib/api/agent.ts";
import { AGENT_PORT_NAME } from "../../../lib/api/agent-pod.ts";
import { AGENT_PORT } from "../../../lib/api/network.ts";
import type { Draft } from "../../../lib/api/object.ts";
import type { Service } from "../../../lib/api/workload-types.ts";
import { agentObjectMeta } from "./agent-deployment.ts";
import { agentPodLabels } from "./agent-labels.ts";

/**
 * The headless Service of an agent: names and EndpointSlices of its pods, for people and monitoring. The operator
 * itself sends each task to the pod that it has chosen.
 */
export function agentService(agent: Agent): Draft<Service> {
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: agentObjectMeta(agent),
    spec: {
      clusterIP: "None",
      selector: agentPodLabels(agent.metadata.name),
      ports: [{ name: AGENT_PORT_NAME, port: AGENT_PORT, targetPort: AGENT_PORT_NAME, protocol: "TCP" }],
    },
  };
}
