import type { ServedSpec } from "../../domain/agent/agent-document.ts";
import type { PodTasks } from "../../ports/tasks.ts";
import { listen } from "../server/listen.ts";
import type { ServerLimits } from "../server/server-limits.ts";
import { agentApp } from "./agent-app.ts";
import { HostedTasks } from "./hosted-tasks.ts";
import { readinessOf } from "./readiness-of.ts";
import type { SemanticPorts } from "./semantic-readiness.ts";
import { TaskRegistry } from "./task-registry.ts";
import type { TaskToken } from "./token-guard.ts";

/** Which pod to be, and where to listen. */
export type AgentIdentity = {
  /** Name of the agent. */
  readonly agent: string;
  readonly spec: ServedSpec;
  readonly podUID: string;
  readonly token: TaskToken;
  readonly hostname: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly limits?: Partial<ServerLimits>;
};

/** An agent that serves. */
export type AgentServer = {
  /** `http://host:port`, without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Its tasks, for this process. */
  readonly tasks: PodTasks;
  /** Takes no more tasks, lets the running ones end within the grace, and closes. May be called again. */
  close(graceMs: number): Promise<void>;
};

/** What remains of a connection's time once the tasks are done: only answers that are being written. */
const CLOSE_GRACE_MS = 1_000;

/** Serves an agent: its readiness, its tasks and its metrics. Throws ListenError where it can't listen. */
export async function serveAgent(identity: AgentIdentity, ports: SemanticPorts): Promise<AgentServer> {
  const { agent, spec, podUID, token, hostname, port, limits } = identity;
  const { timers, metrics, logger } = ports;
  const worker = { agent, model: spec.model, systemPrompt: spec.systemPrompt };
  const tasks = new TaskRegistry(worker, spec.maxConcurrentTasks, ports);
  const app = agentApp({
    podUID,
    token,
    readiness: readinessOf(spec, ports),
    tasks,
    timers,
    metrics,
    logger,
  });
  const server = await listen(app, { hostname, port, timers, logger, ...(limits && { limits }) });
  return {
    url: server.url,
    port: server.port,
    tasks: new HostedTasks(tasks),
    close: async (graceMs) => {
      await tasks.drain(graceMs);
      await server.close(Math.min(CLOSE_GRACE_MS, graceMs));
    },
  };
}
