import type { Agent } from "../../lib/api/agent.ts";
import { keyOf, keyText, type ObjectKey } from "../../lib/api/object.ts";
import { type HostPorts, LocalAgentHost } from "../adapters/agents/local-agent-host.ts";
import { LocalTasks } from "../adapters/agents/local-tasks.ts";
import type { PodReport } from "../ports/agent-host.ts";
import type { Recorder } from "../ports/recorder.ts";
import type { Store } from "../ports/store.ts";
import { LocalAgentReconciler } from "../reconcilers/local-agent-reconciler.ts";
import { AGENT_NAMESPACE_INDEX } from "../tasks/task-router.ts";
import { agentMetrics } from "./agent-metrics.ts";
import { type HostAgentPorts, hostAgent } from "./host-agent.ts";
import type { Hosting } from "./hosting.ts";
import { type DefaultProvider, ProviderDirectory } from "./provider-directory.ts";
import type { World } from "./world.ts";

/** What hosting agents in this process stands on. */
export type LocalHostingParts = HostAgentPorts & {
  readonly store: Store;
  readonly world: World;
  readonly recorder: Recorder;
  /** The namespaces that are served; absent: all. */
  readonly namespaces: readonly string[] | undefined;
  /** The provider of agents that name none; known once the stand-in listens. */
  readonly provider: () => DefaultProvider;
  readonly modelOverride: string | undefined;
};

/** Agents live in this process, as the kubelet would run them in pods: servers on loopback, each with its own model.
 * Their tasks take no connection. */
export function localHosting(parts: LocalHostingParts): Hosting {
  const { world, logger, modelOverride } = parts;
  const metrics = agentMetrics(parts.metrics);
  const providers = new ProviderDirectory(parts, parts.provider);
  const enqueuers = new Set<(key: ObjectKey) => void>();
  const enqueue = (key: ObjectKey) => {
    for (const each of enqueuers) each(key);
  };
  const serve: HostPorts["serve"] = ({ pod, podUID, token }, agent, provider) => {
    const place = { agent: agent.metadata.name, spec: withModel(agent, modelOverride), podUID };
    const at = { token: () => token, hostname: "127.0.0.1", port: 0 };
    const named = logger.with({ agent: keyText(keyOf(agent)), pod });
    return hostAgent({ ...place, ...at }, provider, { ...parts, metrics, logger: named });
  };
  const host = new LocalAgentHost({ ...parts, serve, onReport: (report) => take(report) });
  const provider = (agent: Agent) => providers.lookUp(agent);
  const reconciler = new LocalAgentReconciler({
    ...parts,
    agents: world.agents,
    provider,
    host,
    endpoints: host,
  });
  const take = (report: PodReport) => {
    reconciler.take(report);
    enqueue(report.agent);
  };
  providers.onChange((namespace = "") => {
    for (const agent of world.agents.byIndex(AGENT_NAMESPACE_INDEX, namespace)) enqueue(keyOf(agent));
  });
  return {
    endpoints: host,
    tasks: new LocalTasks((endpoint) => host.tasksOf(endpoint)),
    reconciler,
    onAgent: (listener) => {
      enqueuers.add(listener);
      return () => enqueuers.delete(listener);
    },
    run: (signal) => providers.run(signal),
    whenSynced: providers.whenSynced,
    letGo: () => {
      for (const agent of world.agents.all()) host.remove(keyOf(agent));
    },
    stop: (graceMs) => host.stop(graceMs),
  };
}

function withModel(agent: Agent, override: string | undefined): Agent["spec"] {
  return override === undefined ? agent.spec : { ...agent.spec, model: override };
}
