import type { Agent, AgentSpec } from "../../lib/api/agent.ts";
import { API_VERSION } from "../../lib/api/group.ts";
import { LocalAgentHost } from "../../runtime/adapters/agents/local-agent-host.ts";
import type { ServeAgent } from "../../runtime/adapters/agents/local-workload.ts";
import { SystemRandom } from "../../runtime/adapters/node/system-random.ts";
import { serveAgent } from "../../runtime/http/agent/serve-agent.ts";
import type { AgentEndpoint } from "../../runtime/ports/agent-endpoints.ts";
import type { PodReport } from "../../runtime/ports/agent-host.ts";
import { anAgentSpec, strictJudge } from "./an-agent-server.ts";
import { FakeClock } from "./fake-clock.ts";
import { FakeModel } from "./fake-model.ts";
import { FakeTimers } from "./fake-timers.ts";
import { MemoryMetrics } from "./memory-metrics.ts";
import { SilentLogger } from "./silent-logger.ts";
import { until } from "./until.ts";

/** The provider that is meant where a test does not care. */
export const aProvider = { baseURL: "http://provider.example/v1", apiKey: () => "sk-test" };

/** An agent as the store has it. */
export function anAgent(spec: Partial<AgentSpec> = {}, name = "writer", uid = `uid-of-${name}`): Agent {
  return {
    apiVersion: API_VERSION,
    kind: "Agent",
    metadata: {
      name,
      namespace: "default",
      uid,
      resourceVersion: "1",
      creationTimestamp: "2026-01-01T00:00:00Z",
    },
    spec: anAgentSpec(spec),
  };
}

/** A host of real agent servers on loopback ports, on a fake model and on time that the test moves. */
export class TestHost {
  readonly clock = new FakeClock();
  readonly timers = new FakeTimers(this.clock);
  readonly model = new FakeModel();
  readonly logger = new SilentLogger();
  readonly reports: PodReport[] = [];
  /** Set to make every start of a pod fail. */
  startError: Error | undefined;
  readonly host: LocalAgentHost;

  constructor() {
    const { clock, timers, logger } = this;
    this.host = new LocalAgentHost({
      serve: this.#serve,
      clock,
      timers,
      logger,
      random: new SystemRandom(),
      onReport: (report) => void this.reports.push(report),
    });
  }

  readonly #serve: ServeAgent = async ({ podUID, token }, agent) => {
    if (this.startError !== undefined) throw this.startError;
    const { clock, timers, logger, model } = this;
    return await serveAgent(
      {
        agent: agent.metadata.name,
        spec: agent.spec,
        podUID,
        token: () => token,
        hostname: "127.0.0.1",
        port: 0,
      },
      { model, judge: strictJudge, clock, timers, metrics: new MemoryMetrics(), logger },
    );
  };

  /** The pods of an agent, ready or not, and also those that are being taken down. */
  pods(agent = "writer"): readonly AgentEndpoint[] {
    return this.host.of("default", agent);
  }

  ready(agent = "writer"): readonly AgentEndpoint[] {
    return this.pods(agent).filter((pod) => pod.isReady);
  }

  /** Applies an agent and waits until exactly so many of its pods are ready, and no other is left. */
  async settled(agent: Agent, count = agent.spec.replicas): Promise<readonly AgentEndpoint[]> {
    this.host.apply(agent, aProvider);
    const { name } = agent.metadata;
    await this.until(() => this.ready(name).length === count && this.pods(name).length === count);
    return this.pods(name);
  }

  until(isSo: () => boolean): Promise<void> {
    return until(this.timers, isSo);
  }

  async stop(): Promise<void> {
    let isStopped = false;
    const stopping = this.host.stop(0).then(() => {
      isStopped = true;
    });
    while (!isStopped) await this.timers.advance(1);
    await stopping;
  }
}
