import "reflect-metadata";
import {
  container,
  type DependencyContainer,
  type InjectionToken,
  instancePerContainerCachingFactory,
} from "tsyringe";
import { CronerSchedules } from "../adapters/croner/croner-schedules.ts";
import { EtaTemplates } from "../adapters/eta/eta-templates.ts";
import { PinoLogger } from "../adapters/logging/pino-logger.ts";
import { SystemClock } from "../adapters/node/system-clock.ts";
import { SystemRandom } from "../adapters/node/system-random.ts";
import { SystemTimers } from "../adapters/node/system-timers.ts";
import { PrometheusMetrics } from "../adapters/prometheus/prometheus-metrics.ts";
import { StoreRecorder } from "../adapters/recorder/store-recorder.ts";
import { Dispatcher } from "../dispatch/dispatcher.ts";
import type { Clock } from "../ports/clock.ts";
import type { Logger } from "../ports/logger.ts";
import type { Store } from "../ports/store.ts";
import { ControlLoops } from "./control-loops.ts";
import { localHosting } from "./local-hosting.ts";
import { type PodSettings, podHosting } from "./pod-hosting.ts";
import type { DefaultProvider } from "./provider-directory.ts";
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
  /** How agents run as pods; absent: they run in this process. */
  readonly pods?: PodSettings | undefined;
  /** The machine's clock when absent. */
  readonly clock?: Clock | undefined;
  /** Standard error when absent. */
  readonly logger?: Logger | undefined;
};

/** Wires a process. Nothing starts here; the store is registered once it is open. */
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
  provide(Token.tasks, (c) => c.resolve(Token.hosting).tasks);
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

/** Where agents run decides what hosts them; the rest of the process is the same. */
function provideAgents(provide: Provide, facts: ProcessFacts): void {
  const { settings, namespaces, provider, pods } = facts;
  const { modelOverride, providerBaseURL } = settings;
  provide(Token.hosting, (c) => {
    const recorder = c.resolve(Token.recorder);
    const parts = { ...base(c), world: c.resolve(Token.world), recorder, namespaces, modelOverride };
    if (pods !== undefined) return podHosting({ ...parts, ...pods, providerBaseURL });
    return localHosting({ ...parts, metrics: c.resolve(Token.metrics), provider });
  });
  provide(Token.loops, (c) => {
    const hosting = c.resolve(Token.hosting);
    const loops = new ControlLoops({
      ...base(c),
      ...resolve(c, { templates: Token.templates, schedules: Token.schedules, tasks: Token.tasks }),
      ...resolve(c, { metrics: Token.metrics, recorder: Token.recorder, dispatcher: Token.dispatcher }),
      world: c.resolve(Token.world),
      endpoints: hosting.endpoints,
      agents: hosting.reconciler,
      settings: {
        webhookBaseURL: settings.webhookBaseURL ?? facts.webhookBaseURL(),
        catchUpBoundMs: settings.catchUpBoundMs,
        maxChainLoops: settings.maxChainLoops,
      },
    });
    hosting.onAgent((key) => loops.enqueueAgent(key));
    return loops;
  });
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
