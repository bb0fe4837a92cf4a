import type { AgentSpec } from "../../lib/api/agent.ts";
import { TASK_TOKEN_HEADER } from "../../lib/api/keys.ts";
import type { ModelAnswer } from "../../runtime/domain/health/model-answer.ts";
import type { Verdict } from "../../runtime/domain/health/verdict.ts";
import { type AgentServer, serveAgent } from "../../runtime/http/agent/serve-agent.ts";
import type { ServerLimits } from "../../runtime/http/server/server-limits.ts";
import { FakeClock } from "./fake-clock.ts";
import { FakeModel } from "./fake-model.ts";
import { FakeTimers } from "./fake-timers.ts";
import { MemoryMetrics } from "./memory-metrics.ts";
import { SilentLogger } from "./silent-logger.ts";

const TOKEN = "task-token-of-the-test";
const POD_UID = "pod-uid-1";

/** An agent's spec as the store's defaults leave it. */
export function anAgentSpec(parts: Partial<AgentSpec> = {}): AgentSpec {
  const livenessProbe = { type: "ping", intervalSeconds: 60 } as const;
  return { model: "m-1", replicas: 1, maxConcurrentTasks: 4, livenessProbe, ...parts };
}

/** Passes the one word HEALTHY and nothing else. */
export function strictJudge(answer: ModelAnswer): Verdict {
  if (answer.status === 200 && answer.content === "HEALTHY") return { healthy: true };
  return { healthy: false, reason: "WrongAnswer", detail: "The answer is not the expected one." };
}

/** An agent server on a loopback port, on a fake model and on time that the test moves. */
export class TestAgentServer {
  readonly clock = new FakeClock();
  readonly timers = new FakeTimers(this.clock);
  readonly model = new FakeModel();
  readonly metrics = new MemoryMetrics();
  readonly logger = new SilentLogger();
  /** The token that the server wants now. */
  token: string | undefined = TOKEN;
  #server: AgentServer | undefined;

  static async start(
    spec: Partial<AgentSpec> = {},
    limits?: Partial<ServerLimits>,
  ): Promise<TestAgentServer> {
    const test = new TestAgentServer();
    const { model, clock, timers, metrics, logger } = test;
    test.#server = await serveAgent(
      {
        agent: "writer",
        spec: anAgentSpec(spec),
        podUID: POD_UID,
        token: () => test.token,
        hostname: "127.0.0.1",
        port: 0,
        ...(limits && { limits }),
      },
      { model, judge: strictJudge, clock, timers, metrics, logger },
    );
    return test;
  }

  get server(): AgentServer {
    if (this.#server === undefined) throw new Error("the server has not started");
    return this.#server;
  }

  get url(): string {
    return this.server.url;
  }

  get port(): number {
    return this.server.port;
  }

  call(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`${this.url}${path}`, { headers: { [TASK_TOKEN_HEADER]: TOKEN }, ...init });
  }

  /** Posts a task with a deadline of five minutes unless told otherwise. */
  post(order: Readonly<Record<string, unknown>>, init: RequestInit = {}): Promise<Response> {
    const deadline = new Date(this.clock.now().getTime() + 300_000);
    const body = JSON.stringify({ prompt: "hello", deadline, podUID: POD_UID, ...order });
    return this.call("/tasks", { method: "POST", body, ...init });
  }

  /** Closes at once; time passes meanwhile, for what waits on the timers. */
  async close(): Promise<void> {
    let isClosed = false;
    const closing = this.server.close(0).then(() => {
      isClosed = true;
    });
    while (!isClosed) await this.timers.advance(1);
    await closing;
  }
}
