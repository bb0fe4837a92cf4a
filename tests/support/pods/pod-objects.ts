import type { Agent } from "../../../lib/api/agent.ts";
import { agentWorkloadName } from "../../../lib/api/agent-pod.ts";
import { controllerReference, type OwnerReference } from "../../../lib/api/object.ts";
import type { Deployment, Pod, ReplicaSet } from "../../../lib/api/workload-types.ts";
import { agentDeployment } from "../../../runtime/domain/agent/agent-deployment.ts";

const created = { creationTimestamp: "2026-01-01T00:00:00Z" };
let version = 100;

/** Metadata as a server would fill it in; each object is newer than all before. */
function meta(name: string, uid: string, ownerReferences: readonly OwnerReference[]) {
  version += 1;
  return { namespace: "default", name, uid, resourceVersion: String(version), ownerReferences, ...created };
}

/** The Deployment of an agent as the server has it. */
export function aDeployment(agent: Agent, uid = `uid-of-deployment-of-${agent.metadata.uid}`): Deployment {
  const facts = { image: "tocsin:0.1.0", baseURL: "http://provider.example/v1" };
  const draft = agentDeployment(agent, facts);
  const name = agentWorkloadName(agent.metadata.name);
  return { ...draft, metadata: { ...draft.metadata, ...meta(name, uid, [controllerReference(agent)]) } };
}

/** A ReplicaSet of a Deployment. */
export function aReplicaSet(deployment: Deployment, hash = "abc"): ReplicaSet {
  const name = `${deployment.metadata.name}-${hash}`;
  const uid = `uid-of-${name}-of-${deployment.metadata.uid}`;
  const metadata = meta(name, uid, [controllerReference(deployment)]);
  return { apiVersion: "apps/v1", kind: "ReplicaSet", metadata };
}

/** What tells one pod from another in a test. */
export type PodParts = {
  readonly name?: string;
  readonly uid?: string;
  readonly agent?: string;
  readonly isReady?: boolean;
  readonly isTerminating?: boolean;
  readonly phase?: string;
  readonly podIP?: string | undefined;
  readonly maxTasks?: string;
};

/** A pod with an agent's label, and whatever owner it is given. */
export function aPod(owner: ReplicaSet | undefined, parts: PodParts = {}): Pod {
  const { name = "writer-agent-abc-1", agent = "writer", isReady = true, phase = "Running" } = parts;
  const { uid = `uid-of-${name}`, isTerminating = false, maxTasks = "4" } = parts;
  const podIP = "podIP" in parts ? parts.podIP : "10.0.0.7";
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      ...meta(name, uid, owner === undefined ? [] : [controllerReference(owner)]),
      labels: { "tocsin.dev/agent": agent },
      annotations: { "tocsin.dev/max-tasks": maxTasks, "tocsin.dev/agent-spec": "{}" },
      ...(isTerminating ? { deletionTimestamp: "2026-01-01T00:01:00Z" } : {}),
    },
    status: {
      phase,
      ...(podIP === undefined ? {} : { podIP }),
      conditions: [
        { type: "PodScheduled", status: "True" },
        { type: "Ready", status: isReady ? "True" : "False" },
      ],
    },
  };
}
