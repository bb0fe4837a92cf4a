import type { Agent } from "../../../lib/api/agent.ts";
import { agentWorkloadName } from "../../../lib/api/agent-pod.ts";
import { controllerReference, type Draft, type DraftMeta } from "../../../lib/api/object.ts";
import { apiVersionOf } from "../../../lib/api/resource-type.ts";
import { type Deployment, DeploymentType } from "../../../lib/api/workload-types.ts";
import { agentLabels, agentPodLabels } from "./agent-labels.ts";
import { agentPodTemplate, type PodFacts } from "./agent-pod-template.ts";

/** Old ReplicaSets that are kept: by them a pod that drains for hours is still known to be the agent's. */
const REVISIONS = 10;

/**
 * The Deployment of an agent's pods: rolled one by one, and no pod goes before a new one is ready, which with a
 * semantic probe means that its model answers sensibly.
 */
export function agentDeployment(agent: Agent, facts: PodFacts): Draft<Deployment> {
  return {
    apiVersion: apiVersionOf(DeploymentType),
    kind: "Deployment",
    metadata: agentObjectMeta(agent),
    spec: {
      replicas: agent.spec.replicas,
      revisionHistoryLimit: REVISIONS,
      selector: { matchLabels: agentPodLabels(agent.metadata.name) },
      strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
      template: agentPodTemplate(agent, facts),
    },
  };
}

/** Metadata of what is created for an agent and goes with it. */
export function agentObjectMeta(agent: Agent, name = agentWorkloadName(agent.metadata.name)): DraftMeta {
  const { namespace } = agent.metadata;
  return {
    name,
    ...(namespace === undefined ? {} : { namespace }),
    labels: agentLabels(agent.metadata.name),
    ownerReferences: [controllerReference(agent)],
  };
}
