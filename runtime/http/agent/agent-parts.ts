import type { HttpBindings } from "@hono/node-server";
import type { Logger } from "../../ports/logger.ts";
import type { Metrics } from "../../ports/metrics.ts";
import type { Timers } from "../../ports/timers.ts";
import type { Readiness } from "./check-report.ts";
import type { TaskRegistry } from "./task-registry.ts";
import type { TaskToken } from "./token-guard.ts";

/** What an agent's server is made of. */
export type AgentParts = {
  readonly podUID: string;
  readonly token: TaskToken;
  readonly readiness: Readiness;
  readonly tasks: TaskRegistry;
  readonly timers: Timers;
  readonly metrics: Metrics;
  readonly logger: Logger;
};

/** Bindings of every route of the agent's server. */
export type AgentEnv = { Bindings: HttpBindings };
