import type { UnhealthyVerdict } from "../domain/agent/parse-verdict.ts";
import type { AgentEndpoint } from "./agent-endpoints.ts";

/** Asks pods what their last check found; that costs no call of a model. */
export interface PodVerdicts {
  /** Why a pod is unhealthy; undefined where it does not say so, or can't be asked. Never throws. */
  whyUnhealthy(endpoint: AgentEndpoint): Promise<UnhealthyVerdict | undefined>;
}
