import type { Agent, PodProbe } from "../../lib/api/agent.ts";
import type { ObjectKey } from "../../lib/api/object.ts";

/** How a model's provider is reached. */
export type ProviderSettings = {
  readonly baseURL: string;
  /** The key as it is now; read again for each call. */
  readonly apiKey: () => string | undefined;
};

/** A change of a pod's readiness, or its first probe. */
export type PodReport = {
  readonly agent: ObjectKey;
  readonly pod: string;
  readonly isReady: boolean;
  readonly verdict: Omit<PodProbe, "pod">;
};

/** Runs agents' pods. */
export interface AgentHost {
  /** Makes an agent's pods match its spec, sooner or later. */
  apply(agent: Agent, provider: ProviderSettings): void;
  /** Takes an agent's pods down. */
  remove(key: ObjectKey): void;
}
