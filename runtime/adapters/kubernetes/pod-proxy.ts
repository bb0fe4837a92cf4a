import type { Dispatcher } from "undici";
import { AGENT_PORT } from "../../../lib/api/network.ts";
import { PodType } from "../../../lib/api/workload-types.ts";
import type { AgentEndpoint } from "../../ports/agent-endpoints.ts";
import type { ClusterAccess } from "./cluster-access.ts";
import { objectPath } from "./resource-path.ts";

/** How a pod is reached through the API server. */
export type ProxiedPod = {
  /** Without a slash at the end. */
  readonly baseURL: string;
  readonly gateway: {
    readonly dispatcher: Dispatcher;
    readonly headers: Readonly<Record<string, string>>;
    forget(): void;
  };
};

/**
 * Reaches pods by the API server's proxy, the only way from outside a cluster, with the kubeconfig's credentials. They
 * go to the API server alone: it does not pass `Authorization` on.
 * Source: https://kubernetes.io/docs/tasks/access-application-cluster/access-cluster-services/
 */
export class PodProxy {
  readonly #access: ClusterAccess;

  constructor(access: ClusterAccess) {
    this.#access = access;
  }

  /** The address of a pod's port behind the proxy. Throws StoreError where the credentials can't be had. */
  async route({ namespace, pod }: Pick<AgentEndpoint, "namespace" | "pod">): Promise<ProxiedPod> {
    const { origin, prefix, dispatcher, headers } = await this.#access.current();
    return {
      baseURL: `${origin}${prefix}${objectPath(PodType, { namespace, name: pod })}:${AGENT_PORT}/proxy`,
      gateway: { dispatcher, headers, forget: () => this.#access.forget() },
    };
  }

  /** Closes its connections; streams that are being read break. */
  close(): Promise<void> {
    return this.#access.close();
  }
}
