import { DEFAULT_MODEL_OPTIONS, OpenAIModel } from "../adapters/openai/openai-model.ts";
import { judge } from "../domain/health/judge.ts";
import { type AgentIdentity, type AgentServer, serveAgent } from "../http/agent/serve-agent.ts";
import type { ProviderSettings } from "../ports/agent-host.ts";
import type { Clock } from "../ports/clock.ts";
import type { Logger } from "../ports/logger.ts";
import type { Metrics } from "../ports/metrics.ts";
import type { Random } from "../ports/random.ts";
import type { Timers } from "../ports/timers.ts";

/** What an agent's server stands on. */
export type HostAgentPorts = {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: Random;
  readonly metrics: Metrics;
  readonly logger: Logger;
};

/** Serves an agent on a model of its own, in this process: its pod's, or the standalone one. Throws ListenError. */
export async function hostAgent(
  place: AgentIdentity,
  { baseURL, apiKey }: ProviderSettings,
  ports: HostAgentPorts,
): Promise<AgentServer> {
  const model = new OpenAIModel({ ...DEFAULT_MODEL_OPTIONS, baseURL, apiKey: () => apiKey() ?? "" }, ports);
  const server = await serveAgent(place, { ...ports, model, judge });
  const close = async (graceMs: number) => {
    await server.close(graceMs);
    await model.close();
  };
  return { ...server, close };
}
