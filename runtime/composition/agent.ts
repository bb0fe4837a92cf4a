import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { AgentFile } from "../../lib/api/agent-pod.ts";
import { MAX_TIMEOUT_SECONDS } from "../../lib/api/agent-team.ts";
import { AGENT_PORT } from "../../lib/api/network.ts";
import { keyText } from "../../lib/api/object.ts";
import { PinoLogger } from "../adapters/logging/pino-logger.ts";
import { FileSecret } from "../adapters/node/file-secret.ts";
import { SystemClock } from "../adapters/node/system-clock.ts";
import { SystemRandom } from "../adapters/node/system-random.ts";
import { SystemTimers } from "../adapters/node/system-timers.ts";
import { PrometheusMetrics } from "../adapters/prometheus/prometheus-metrics.ts";
import { parseAgentDocument } from "../domain/agent/agent-document.ts";
import { AGENT_METRICS } from "./agent-metrics.ts";
import type { AgentSettings } from "./agent-settings.ts";
import { hostAgent } from "./host-agent.ts";

/** An agent's process that serves. */
export type RunningAgent = {
  readonly url: string;
  /** Takes no more tasks, and ends once those that it works on have ended. */
  stop(): Promise<void>;
};

/** The kubelet's grace is longer than this: the process ends by itself, with its log complete. */
const DRAIN_MS = MAX_TIMEOUT_SECONDS * 1_000;

/**
 * Serves the agent of this pod, as the mounted files say. Token and key are read again when their files change, so
 * neither needs a restart. Throws with clear messages.
 */
export async function startAgent(settings: AgentSettings, port = AGENT_PORT): Promise<RunningAgent> {
  const { pod, podUID, folder, listenAddress, logLevel } = settings;
  const pathOf = (file: { readonly folder: string; readonly name: string }) =>
    join(folder, file.folder, file.name);
  const document = parseAgentDocument(await readFile(pathOf(AgentFile.spec), "utf8"));
  const { namespace, agent, baseURL, spec } = document;
  const logger = PinoLogger.open(logLevel).with({ agent: keyText({ namespace, name: agent }), pod });
  const token = new FileSecret(pathOf(AgentFile.taskToken));
  const key = new FileSecret(pathOf(AgentFile.providerKey));
  const server = await hostAgent(
    { agent, spec, podUID, token: () => token.read(), hostname: listenAddress, port },
    { baseURL, apiKey: () => key.read() },
    {
      clock: new SystemClock(),
      timers: new SystemTimers(),
      random: new SystemRandom(),
      metrics: new PrometheusMetrics(AGENT_METRICS),
      logger,
    },
  );
  logger.info("agent serves", { url: server.url, model: spec.model, probe: spec.livenessProbe.type });
  return {
    url: server.url,
    stop: async () => {
      logger.info("agent drains");
      await server.close(DRAIN_MS);
      logger.info("agent has stopped");
    },
  };
}
