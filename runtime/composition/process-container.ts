import "reflect-metadata";
import {
  container,
  type DependencyContainer,
  type InjectionToken,
  instancePerContainerCachingFactory,
} from "tsyringe";
import type { Agent } from "../../lib/api/agent.ts";
import { keyOf, keyText } from "../../lib/api/object.ts";
import { HttpTasks } from "../adapters/agents/http-tasks.ts";
import { LocalAgentHost } from "../adapters/agents/local-agent-host.ts";
import { CronerSchedules } from "../adapters/croner/croner-schedules.ts";
import { EtaTemplates } from "../adapters/eta/eta-templates.ts";
import { PinoLogger } from "../adapters/logging/pino-logger.ts";
import { SystemClock } from "../adapters/node/system-clock.ts";
import { SystemRandom } from "../adapters/node/system-random.ts";
import { SystemTimers } from "../adapters/node/system-timers.ts";
import { PrometheusMetrics } from "../adapters/prometheus/prometheus-metrics.ts";
import { StoreRecorder } from "../adapters/recorder/store-recorder.ts";
import { Dispatcher } from "../dispatch/dispatcher.ts";
import type { PodReport } from "../ports/agent-host.ts";
import type { Clock } from "../ports/clock.ts";
import type { Logger } from "../ports/logger.ts";
import type { Store } from "../ports/store.ts";
import { LocalAgentReconciler } from "../reconcilers/local-agent-reconciler.ts";
import { AGENT_NAMESPACE_INDEX } from "../tasks/task-router.ts";
import { ControlLoops } from "./control-loops.ts";
import { hostAgent } from "./host-agent.ts";
import { type DefaultProvider, ProviderDirectory } from "./provider-directory.ts";
import type { Settings } from "./settings.ts";
import { type Provide, Token } from "./tokens.ts";
import { World } from "./world.ts";

/** What is known before anything is made. */
export type ProcessFacts = {
  readonly settings: Settings;
  /** Base address of the webhook endpoint; known once it listens. */
  readonly webhookBaseURL: () => string;
  /** The provider of agents that name none; known once the stand-in listens. */
  readonly provider: () => DefaultProvider;
  /** The namespaces that are served; absent: all. */
  readonly namespaces?: readonly string[] | undefined;
  /** The machine's clock when absent. */
  readonly clock?: Clock | undefined;
  /** Standard error when absent. */
  readonly logger?: Logger | undefined;
};

/** Wires a process that hosts its agents itself. Nothing starts here; the store is registered once it is open. */
export function processContainer(facts: ProcessFacts): DependencyContainer {
  const root = container.createChildContainer();
  const provide: Provide = (token, make) => {
    root.register(token, { useFactory: instancePerContainerCachingFactory(make) });
  };
  root.register(Token.settings, { useValue: facts.settings });
  provide(Token.clock, () => facts.clock ?? new SystemClock());
  provide(Token.timers, () => new SystemTimers());
  provide(Token.random, () => new SystemRandom());
  provide(Token.logger, () => facts.logger ?? PinoLogger.open(facts.settings.logLevel));
  provide(Token.metrics, () => new PrometheusMetrics());
  provide(Token.templates, () => new EtaTemplates());
  provide(Token.schedules, () => new CronerSchedules());
  provide(Token.recorder, (c) => new StoreRecorder(base(c)));
  provide(Token.world, (c) => new World({ ...base(c), namespaces: facts.namespaces }));
  provide(
    Token.providers,
    (c) => new ProviderDirectory({ ...base(c), namespaces: facts.namespaces }, facts.provider),
  );
  provide(Token.tasks, (c) => new HttpTasks((endpoint) => c.resolve(Token.hosting).address(endpoint)));
  provide(Token.dispatcher, (c) => {
    const { runs, teams } = c.resolve(Token.world);
    return new Dispatcher(c.resolve(Token.store), runs, teams, c.resolve(Token.templates));
  });
  provideAgents(provide, facts);
  return root;
}

/** Registers the store, which is opened before anything that needs it is asked for. */
export function registerStore(root: DependencyContainer, store: Store): void {
  root.register(Token.store, { useValue: store });
}

function provideAgents(provide: Provide, facts: ProcessFacts): void {
  let take: (report: PodReport) => void = () => {};
  provide(Token.hosting, (c) => hosting(c, facts.settings, (report) => take(report)));
  provide(Token.loops, (c) => {
    const world = c.resolve(Token.world);
    const endpoints = c.resolve(Token.hosting);
    const agents = new LocalAgentReconciler({
      ...base(c),
      recorder: c.resolve(Token.recorder),
      agents: world.agents,
      host: endpoints,
      endpoints,
      provider: (agent) => c.resolve(Token.providers).lookUp(agent),
    });
    const loops = new ControlLoops({
      ...base(c),
      ...resolve(c, { templates: Token.templates, schedules: Token.schedules, tasks: Token.tasks }),
      ...resolve(c, { metrics: Token.metrics, recorder: Token.recorder, dispatcher: Token.dispatcher }),
      world,
      endpoints,
      agents,
      settings: {
        webhookBaseURL: facts.settings.webhookBaseURL ?? facts.webhookBaseURL(),
        catchUpBoundMs: facts.settings.catchUpBoundMs,
        maxChainLoops: facts.settings.maxChainLoops,
      },
    });
    take = (report) => {
      agents.take(report);
      loops.enqueueAgent(report.agent);
    };
    c.resolve(Token.providers).onChange((namespace = "") => {
      for (const agent of world.agents.byIndex(AGENT_NAMESPACE_INDEX, namespace))
        loops.enqueueAgent(keyOf(agent));
    });
    return loops;
  });
}

/** Agents live in this process, as the kubelet would run them in pods: servers on loopback, each with its own model. */
function hosting(
  c: DependencyContainer,
  settings: Settings,
  onReport: (report: PodReport) => void,
): LocalAgentHost {
  const ports = { ...base(c), metrics: c.resolve(Token.metrics) };
  return new LocalAgentHost({
    ...ports,
    onReport,
    serve: (identity, agent, provider) => {
      const { pod, podUID, token } = identity;
      const logger = ports.logger.with({ agent: keyText(keyOf(agent)), pod });
      const spec = withModel(agent, settings.modelOverride);
      const place = {
        agent: agent.metadata.name,
        spec,
        podUID,
        token: () => token,
        hostname: "127.0.0.1",
        port: 0,
      };
      return hostAgent(place, provider, { ...ports, logger });
    },
  });
}

function withModel(agent: Agent, override: string | undefined): Agent["spec"] {
  return override === undefined ? agent.spec : { ...agent.spec, model: override };
}

/** What nearly everything is made with. */
function base(c: DependencyContainer) {
  return resolve(c, {
    store: Token.store,
    clock: Token.clock,
    timers: Token.timers,
    random: Token.random,
    logger: Token.logger,
  });
}

function resolve<T extends Record<string, InjectionToken<unknown>>>(
  c: DependencyContainer,
  tokens: T,
): { [K in keyof T]: T[K] extends InjectionToken<infer V> ? V : never } {
  const entries = Object.entries(tokens).map(([key, token]) => [key, c.resolve(token)]);
  return Object.fromEntries(entries);
}
