import type { Agent } from "../../../lib/api/agent.ts";
import type { AgentService } from "../../../lib/api/agent-service.ts";
import { API_VERSION } from "../../../lib/api/group.ts";
import { ObjectCache } from "../../../runtime/controller/object-cache.ts";
import { AGENT_NAMESPACE_INDEX, TaskRouter } from "../../../runtime/tasks/task-router.ts";
import { anAgent } from "../a-local-host.ts";
import { anEndpoint } from "../an-endpoint.ts";
import { MovableEndpoints } from "./movable-endpoints.ts";

const rethrow = (error: unknown) => {
  throw error;
};

/** What a router routes in: services, agents and pods that a test moves. */
export class RoutedWorld {
  readonly services = new ObjectCache<AgentService>({ onListenerError: rethrow });
  readonly agents = new ObjectCache<Agent>({
    onListenerError: rethrow,
    indexes: { [AGENT_NAMESPACE_INDEX]: (agent) => [agent.metadata.namespace ?? ""] },
  });
  readonly endpoints = new MovableEndpoints();
  readonly router = new TaskRouter(this.services, this.agents, this.endpoints);
  /** Runs that were woken, in order, by name. */
  readonly woken: string[] = [];

  constructor(namespaces: readonly string[] = ["default"]) {
    for (const namespace of namespaces) this.addService("writers", { does: "write" }, namespace);
    this.router.start(({ name }) => void this.woken.push(name));
  }

  addService(name: string, matchLabels: Readonly<Record<string, string>>, namespace = "default"): void {
    this.services.upsert({
      apiVersion: API_VERSION,
      kind: "AgentService",
      metadata: metadataOf(name, namespace),
      spec: { selector: { matchLabels } },
    });
  }

  addAgent(
    name: string,
    labels: Readonly<Record<string, string>> = { does: "write" },
    namespace = "default",
  ) {
    const agent = anAgent({}, name);
    this.agents.upsert({ ...agent, metadata: { ...metadataOf(name, namespace), labels } });
  }

  /** Adds a pod of an agent, with one place unless told otherwise. */
  addPod(podUID: string, agent: string, maxConcurrentTasks = 1, namespace = "default"): void {
    this.endpoints.set(anEndpoint({ podUID, pod: podUID, agent, maxConcurrentTasks, namespace }));
  }

  /** Chooses for a task that is named like its run; gives the pod's uid. */
  choose(run: string, { service = "writers", namespace = "default" } = {}): string | undefined {
    return this.router.choose({ namespace, name: run }, service, run)?.podUID;
  }

  /** Ends the task that is named like its run. */
  release(run: string, podUID: string, namespace = "default"): void {
    this.router.release(namespace, podUID, run);
  }

  /** What was woken since it was asked last. */
  takeWoken(): readonly string[] {
    return this.woken.splice(0);
  }
}

function metadataOf(name: string, namespace: string) {
  return {
    name,
    namespace,
    uid: `uid-of-${name}`,
    resourceVersion: "1",
    creationTimestamp: "2026-01-01T00:00:00Z",
  };
}
