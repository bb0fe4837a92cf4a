import { type Secret, SecretType } from "../../lib/api/core-types.ts";
import { Label } from "../../lib/api/keys.ts";
import { type KubeObject, keyOf, type ObjectKey } from "../../lib/api/object.ts";
import type { ResourceType } from "../../lib/api/resource-type.ts";
import { type Deployment, DeploymentType, type Pod, PodType } from "../../lib/api/workload-types.ts";
import { type FindTaskAddress, HttpTasks } from "../adapters/agents/http-tasks.ts";
import { HttpVerdicts } from "../adapters/agents/http-verdicts.ts";
import { PodAddresses, type PodRoute } from "../adapters/agents/pod-addresses.ts";
import { PodEndpoints } from "../adapters/agents/pod-endpoints.ts";
import { TaskTokens } from "../adapters/agents/task-tokens.ts";
import { ObjectCache } from "../controller/object-cache.ts";
import { Reflector } from "../controller/reflector.ts";
import { AGENT_PODS } from "../domain/agent/agent-labels.ts";
import type { TaskSenders } from "../domain/agent/agent-network-policy.ts";
import { providerSecret } from "../domain/agent/provider-secret.ts";
import { slimPod } from "../domain/agent/slim-pod.ts";
import type { Clock } from "../ports/clock.ts";
import type { Logger } from "../ports/logger.ts";
import type { Random } from "../ports/random.ts";
import type { Recorder } from "../ports/recorder.ts";
import type { Store } from "../ports/store.ts";
import type { Timers } from "../ports/timers.ts";
import { AgentWorkloads } from "../reconcilers/agent-workloads.ts";
import { PodAgentReconciler } from "../reconcilers/pod-agent-reconciler.ts";
import { AGENT_NAMESPACE_INDEX } from "../tasks/task-router.ts";
import type { Hosting } from "./hosting.ts";
import type { World } from "./world.ts";

/** How agents' pods are made and reached. */
export type PodSettings = {
  readonly image: string;
  /** Names of Secrets to pull it with, of each agent's namespace. */
  readonly pullSecrets: readonly string[];
  readonly senders: TaskSenders;
  readonly route: PodRoute;
};

/** What hosting agents as pods stands on. */
export type PodHostingParts = PodSettings & {
  readonly store: Store;
  readonly world: World;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: Random;
  readonly logger: Logger;
  /** The namespaces that are served; absent: all. */
  readonly namespaces: readonly string[] | undefined;
  /** Provider of agents that name none; absent: they have none. */
  readonly providerBaseURL: string | undefined;
  readonly modelOverride: string | undefined;
};

/** Agents live in pods of Deployments; the kubelet probes them. */
export function podHosting(parts: PodHostingParts): Hosting {
  const { world, store, timers } = parts;
  const pods = followed<Pod>(parts, PodType, AGENT_PODS, slimPod);
  const deployments = followed<Deployment>(parts, DeploymentType, AGENT_PODS);
  // Of providers' keys only the names are of interest: the pods read the values themselves.
  const keys = followed<Secret>(parts, SecretType, `${Label.providerKey}=true`, withoutValues);
  const followers = [pods, deployments, keys];

  const caches = { agents: world.agents, deployments: deployments.cache, pods: pods.cache };
  const endpoints = new PodEndpoints(caches, parts);
  const addresses = new PodAddresses(endpoints, new TaskTokens(store, world.secrets), parts.route);
  const address: FindTaskAddress = (endpoint) => addresses.find(endpoint);
  const tasks = new HttpTasks(address);
  const verdicts = new HttpVerdicts(address, timers);
  const workloads = new AgentWorkloads({ ...parts, deployments: deployments.cache, secrets: world.secrets });
  const reconciler = new PodAgentReconciler({
    ...parts,
    agents: world.agents,
    workloads,
    endpoints,
    verdicts,
    providerSecret: ({ metadata: { namespace }, spec }) =>
      providerSecret(spec.provider, (name) => keys.cache.get({ namespace, name })),
  });
  return {
    endpoints,
    tasks,
    reconciler,
    onAgent: (enqueue) => {
      const stops = [onKey(keys.cache, world, enqueue), onTaskSecret(world, enqueue)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    run: async (signal) => {
      await Promise.all(followers.map(({ run }) => run(signal)));
    },
    whenSynced: Promise.all(followers.map(({ cache }) => cache.whenSynced)).then(() => undefined),
    letGo: () => undefined,
    stop: async () => {
      endpoints.stop();
      await Promise.all([tasks.close(), verdicts.close()]);
    },
  };
}

/** A cache, and the watches that keep it. */
function followed<T extends KubeObject>(
  parts: PodHostingParts,
  type: ResourceType<T>,
  labelSelector: string,
  slim?: (object: T) => T,
): { readonly cache: ObjectCache<T>; run(signal: AbortSignal): Promise<void> } {
  const { logger, namespaces } = parts;
  const onListenerError = (error: unknown) =>
    logger.error("cache listener failed", { kind: type.kind, error: error as Error });
  const cache = new ObjectCache<T>({ ...(slim && { slim }), namespaces, onListenerError });
  const reflectors = (namespaces ?? [undefined]).map(
    (namespace) => new Reflector<T>({ ...parts, type, cache, labelSelector, namespace }),
  );
  return {
    cache,
    run: async (signal) => {
      await Promise.all(reflectors.map((reflector) => reflector.run(signal)));
    },
  };
}

function withoutValues(secret: Secret): Secret {
  const { data = {}, stringData: _, ...rest } = secret;
  return { ...rest, data: Object.fromEntries(Object.keys(data).map((key) => [key, ""])) };
}

/** A key that comes or goes is any agent's of its namespace. */
function onKey(keys: ObjectCache<Secret>, { agents }: World, enqueue: (key: ObjectKey) => void): () => void {
  return keys.onChange(({ before, after }) => {
    const namespace = (after ?? before)?.metadata.namespace ?? "";
    for (const agent of agents.byIndex(AGENT_NAMESPACE_INDEX, namespace)) enqueue(keyOf(agent));
  });
}

/** A task Secret that is changed or deleted has to be put right. */
function onTaskSecret({ secrets }: World, enqueue: (key: ObjectKey) => void): () => void {
  return secrets.onChange(({ before, after }) => {
    const { namespace, ownerReferences = [] } = (after ?? before)?.metadata ?? {};
    for (const { kind, name } of ownerReferences) if (kind === "Agent") enqueue({ namespace, name });
  });
}
