import type { KubeConfig } from "@kubernetes/client-node/dist/config.js";
import { OPERATOR_NAME } from "../../lib/api/group.ts";
import { clusterInternalBaseURL } from "../../lib/api/network.ts";
import { directRoute, type PodRoute } from "../adapters/agents/pod-addresses.ts";
import { ClusterAccess } from "../adapters/kubernetes/cluster-access.ts";
import { LeaseLeadership } from "../adapters/kubernetes/lease-leadership.ts";
import { loadKubeConfig } from "../adapters/kubernetes/load-kube-config.ts";
import { openKubernetesStore } from "../adapters/kubernetes/open-kubernetes-store.ts";
import { PodProxy } from "../adapters/kubernetes/pod-proxy.ts";
import { SystemClock } from "../adapters/node/system-clock.ts";
import { aborted } from "./aborted.ts";
import { lead } from "./lead.ts";
import type { OperatorSettings } from "./operator-settings.ts";
import type { PodSettings } from "./pod-hosting.ts";
import { processContainer, registerStore } from "./process-container.ts";
import type { Settings } from "./settings.ts";
import { startReplica } from "./start-replica.ts";
import { Started } from "./started.ts";
import { Token } from "./tokens.ts";

/** An operator that serves. */
export type Operator = {
  /** Base addresses, without a slash at the end. */
  readonly webhookURL: string;
  readonly metricsURL: string;
  /** Hands leadership over, answers whoever waits and closes everything; safe to call twice. */
  stop(): Promise<void>;
};

/** Agents in this process go with it: their tasks are started again by the next leader's. */
const HOST_GRACE_MS = 200;
/** A renewal that takes longer is tried again on another connection, within the 8 s that a leader has for it. */
const LEASE_CALL_LIMIT_MS = 3_000;
/** One to renew, one to watch, one for a try while another hangs. */
const LEASE_CONNECTIONS = 3;
/** Tasks that run at once through the API server's proxy. */
const MAX_STREAMS = 1_024;

/**
 * Starts an operator on a cluster. Webhooks are served once the caches are full, by every replica; the one that
 * holds the Lease reconciles, schedules and runs steps, on agents in pods or in itself. Throws with clear messages.
 */
export async function startOperator(settings: Settings, own: OperatorSettings): Promise<Operator> {
  const started = new Started();
  try {
    return await start(settings, own, started);
  } catch (error) {
    await started.stop();
    throw error;
  }
}

async function start(settings: Settings, own: OperatorSettings, started: Started): Promise<Operator> {
  const addresses = { webhookURL: "", providerURL: settings.providerBaseURL ?? "" };
  const config = await loadKubeConfig(own.kubeconfig);
  const route = own.agentAccess === "direct" ? directRoute : proxyRoute(config, started);
  const container = processContainer({
    settings,
    pods: own.agents === "pods" ? podSettings(own, route) : undefined,
    webhookBaseURL: () => clusterInternalBaseURL(OPERATOR_NAME, own.namespace),
    namespaces: own.watchedNamespaces,
    provider: () => ({ baseURL: addresses.providerURL, apiKey: settings.providerKey }),
  });
  const ports = {
    clock: container.resolve(Token.clock),
    timers: container.resolve(Token.timers),
    random: container.resolve(Token.random),
  };
  const { store, close } = openKubernetesStore({ config, ...ports });
  started.add(close);
  registerStore(container, store);
  const replica = await startReplica(
    container,
    settings,
    { addresses, listenAddress: own.listenAddress, hostsAgents: own.agents === "local" },
    started,
  );
  const hosting = container.resolve(Token.hosting);
  started.add(() => hosting.stop(HOST_GRACE_MS));

  const lease = openKubernetesStore({
    config,
    ...ports,
    maxConnections: LEASE_CONNECTIONS,
    callLimitMs: LEASE_CALL_LIMIT_MS,
  });
  started.add(lease.close);
  const leadership = new LeaseLeadership({
    ...ports,
    leases: lease.store,
    key: { namespace: own.namespace, name: OPERATOR_NAME },
    identity: own.identity,
    logger: container.resolve(Token.logger),
  });
  const end = new AbortController();
  const campaign = (async () => {
    await Promise.race([replica.synced, aborted(end.signal)]);
    await leadership.run(end.signal, (term) => lead(container, term));
  })();
  started.add(async () => {
    end.abort();
    await campaign;
  });
  started.add(async () => replica.drain());
  const { webhookURL } = addresses;
  return { webhookURL, metricsURL: replica.metricsURL, stop: () => started.stop() };
}

function podSettings(own: OperatorSettings, route: PodRoute): PodSettings {
  const senders = {
    operatorNamespace: own.namespace,
    isProxied: own.agentAccess === "proxy",
    metricsNamespaces: own.agentMetricsFrom,
  };
  return { image: own.agentImage, pullSecrets: own.agentPullSecrets, senders, route };
}

/** The API server's proxy has connections of its own: a stream a task must not keep a watch waiting. */
function proxyRoute(config: KubeConfig, started: Started): PodRoute {
  const proxy = new PodProxy(new ClusterAccess(config, new SystemClock(), MAX_STREAMS));
  started.add(() => proxy.close());
  return (endpoint) => proxy.route(endpoint);
}
