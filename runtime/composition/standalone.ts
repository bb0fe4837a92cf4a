import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { SqliteStore } from "../adapters/sqlite/sqlite-store.ts";
import { operatorApp } from "../http/operator/operator-app.ts";
import { type Listening, listen } from "../http/server/listen.ts";
import { type StandIn, serveStandIn } from "../http/stand-in-model/serve-stand-in.ts";
import { triggersApp } from "../http/triggers/triggers-app.ts";
import type { Clock } from "../ports/clock.ts";
import type { Logger } from "../ports/logger.ts";
import type { Store } from "../ports/store.ts";
import { listenForKubectl } from "./kubectl-api.ts";
import type { Settings } from "./settings.ts";
import { registerStore, standaloneContainer } from "./standalone-container.ts";
import { Token } from "./tokens.ts";

/** What a test may put in the place of what a process takes from its machine. Nothing else knows of it. */
export type Seams = {
  readonly clock?: Clock;
  readonly logger?: Logger;
  /** Stands between everything in this process and the store. */
  readonly wrapStore?: (store: Store) => Store;
};

/** A standalone system that serves. */
export type Standalone = {
  readonly store: Store;
  /** Base addresses, without a slash at the end. */
  readonly webhookURL: string;
  readonly apiURL: string;
  readonly metricsURL: string;
  /** Undefined where a real provider is used. */
  readonly standIn: StandIn | undefined;
  readonly kubeconfig: string;
  /** Answers whoever waits, writes what is under way and closes everything; safe to call twice. */
  stop(): Promise<void>;
};

const LOOPBACK = "127.0.0.1";
/** How long open requests may take to end once the process has been told to stop. */
const CLOSE_GRACE_MS = 3_000;
/** Agents in this process go with it: their tasks are started again by the next one. */
const HOST_GRACE_MS = 200;

/** Starts everything in this process: store, API, webhooks, agents and the leader's loops. Throws with clear messages. */
export async function startStandalone(settings: Settings, seams: Seams = {}): Promise<Standalone> {
  const started = new Started();
  try {
    return await start(settings, seams, started);
  } catch (error) {
    await started.stop();
    throw error;
  }
}

async function start(settings: Settings, seams: Seams, started: Started): Promise<Standalone> {
  mkdirSync(settings.dataFolder, { recursive: true, mode: 0o700 });
  let webhookURL = "";
  let providerURL = settings.providerBaseURL ?? "";
  const container = standaloneContainer({
    settings,
    webhookBaseURL: () => webhookURL,
    provider: () => ({ baseURL: providerURL, apiKey: settings.providerKey }),
    clock: seams.clock,
    logger: seams.logger,
  });
  const [clock, timers, random, logger, metrics] = [
    container.resolve(Token.clock),
    container.resolve(Token.timers),
    container.resolve(Token.random),
    container.resolve(Token.logger),
    container.resolve(Token.metrics),
  ];
  const file = await SqliteStore.open({
    path: join(settings.dataFolder, "state.db"),
    clock,
    timers,
    random,
  });
  started.add(() => file.close());
  const store = seams.wrapStore?.(file) ?? file;
  registerStore(container, store);

  const end = new AbortController();
  const world = container.resolve(Token.world);
  await world.start(end.signal);
  started.add(async () => {
    end.abort();
    await world.stopped();
  });
  const providers = container.resolve(Token.providers);
  void providers.run(end.signal);
  await providers.whenSynced;

  const common = { hostname: LOOPBACK, timers, logger };
  const serve = async (listening: Promise<Listening>) => {
    const server = await listening;
    started.add(() => server.close(CLOSE_GRACE_MS));
    return server;
  };
  const { events, runs, secrets } = world;
  const dispatcher = container.resolve(Token.dispatcher);
  const recorder = container.resolve(Token.recorder);
  const parts = {
    store,
    events,
    runs,
    secrets,
    dispatcher,
    recorder,
    clock,
    timers,
    random,
    logger,
    metrics,
  };
  const triggers = triggersApp({ ...parts, limits: settings.triggers });
  const webhook = await serve(listen(triggers.app, { ...common, port: settings.webhookPort }));
  started.add(async () => triggers.shutDown());
  webhookURL = webhook.url;

  let standIn: StandIn | undefined;
  if (settings.providerBaseURL === undefined) {
    standIn = await serveStandIn({ ...common, port: settings.standInPort });
    const { baseURL, close } = standIn;
    started.add(() => close(CLOSE_GRACE_MS));
    providerURL = baseURL;
  }
  const notReady = () => (world.isSynced ? undefined : "still reading what exists");
  const operator = await serve(
    listen(operatorApp({ metrics, notReady }), { ...common, port: settings.metricsPort }),
  );
  const api = await listenForKubectl({ store, clock, timers, random, logger }, settings);
  started.add(() => api.close(CLOSE_GRACE_MS));

  const hosting = container.resolve(Token.hosting);
  started.add(() => hosting.stop(HOST_GRACE_MS));
  const loops = container.resolve(Token.loops);
  started.add(() => loops.stop());
  await loops.start(end.signal);
  return {
    store,
    webhookURL,
    apiURL: api.url,
    metricsURL: operator.url,
    standIn,
    kubeconfig: api.kubeconfig,
    stop: () => started.stop(),
  };
}

/** What has been started, to be stopped in the opposite order. */
class Started {
  readonly #stops: (() => Promise<void>)[] = [];

  add(stop: () => Promise<void>): void {
    this.#stops.push(stop);
  }

  async stop(): Promise<void> {
    for (let stop = this.#stops.pop(); stop !== undefined; stop = this.#stops.pop()) await stop();
  }
}
