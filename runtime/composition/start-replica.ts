import type { DependencyContainer } from "tsyringe";
import { operatorApp } from "../http/operator/operator-app.ts";
import { type Listening, listen } from "../http/server/listen.ts";
import { type StandIn, serveStandIn } from "../http/stand-in-model/serve-stand-in.ts";
import { connectionsFor } from "../http/triggers/trigger-limits.ts";
import { triggersApp } from "../http/triggers/triggers-app.ts";
import { measureWorld } from "./measure-world.ts";
import type { Settings } from "./settings.ts";
import type { Started } from "./started.ts";
import { Token } from "./tokens.ts";
import type { World } from "./world.ts";

/** Addresses that are known once a process listens. */
export type Addresses = { webhookURL: string; providerURL: string };

/** Where and with what a process serves. */
export type ReplicaOptions = {
  readonly addresses: Addresses;
  /** Address to listen at; loopback when absent. */
  readonly listenAddress?: string;
  /** Whether agents in this process may need the stand-in model. */
  readonly hostsAgents: boolean;
};

/** What every process does, whether it leads or not. */
export type Replica = {
  readonly metricsURL: string;
  /** Undefined where a real provider is used. */
  readonly standIn: StandIn | undefined;
  /** Resolves once everything that exists is known; until then webhooks are answered 503. */
  readonly synced: Promise<void>;
  /** Answers those that wait for runs, and refuses new calls: what a stop begins with, before any part is slow to end. */
  drain(): void;
};

const LOOPBACK = "127.0.0.1";
/** How long open requests may take to end once the process has been told to stop. */
export const CLOSE_GRACE_MS = 3_000;

/** How long the caches' reads may take to end. */
const CACHES_GRACE_MS = 1_000;

/** Starts the caches, the webhook endpoint, the operator's own endpoints and, where no provider is set, the stand-in. */
export async function startReplica(
  container: DependencyContainer,
  settings: Settings,
  { addresses, listenAddress = LOOPBACK, hostsAgents }: ReplicaOptions,
  started: Started,
): Promise<Replica> {
  const world = container.resolve(Token.world);
  const synced = startCaches(container, world, started);
  const [timers, logger] = [container.resolve(Token.timers), container.resolve(Token.logger)];
  const common = { hostname: listenAddress, timers, logger };
  const serve = async (listening: Promise<Listening>) => {
    const server = await listening;
    started.add(() => server.close(CLOSE_GRACE_MS));
    return server;
  };
  const triggers = triggersApp({ ...triggerParts(container, world), limits: settings.triggers });
  const webhook = await serve(
    listen(triggers.app, {
      ...common,
      port: settings.webhookPort,
      limits: { maxConnections: connectionsFor(settings.triggers) },
    }),
  );
  started.add(async () => triggers.shutDown());
  addresses.webhookURL = webhook.url;

  let standIn: StandIn | undefined;
  if (settings.providerBaseURL === undefined && hostsAgents) {
    standIn = await serveStandIn({ ...common, hostname: LOOPBACK, port: settings.standInPort });
    const { baseURL, close } = standIn;
    started.add(() => close(CLOSE_GRACE_MS));
    addresses.providerURL = baseURL;
  }
  const metrics = container.resolve(Token.metrics);
  let isSynced = false;
  void synced.then(() => {
    isSynced = world.isSynced;
  });
  const notReady = () => (isSynced ? undefined : "still reading what exists");
  const measure = () => measureWorld(world, metrics);
  const own = await serve(
    listen(operatorApp({ metrics, measure, notReady }), { ...common, port: settings.metricsPort }),
  );
  return { metricsURL: own.url, standIn, synced, drain: () => triggers.shutDown() };
}

async function startCaches(container: DependencyContainer, world: World, started: Started): Promise<void> {
  const end = new AbortController();
  const hosting = container.resolve(Token.hosting);
  const running = hosting.run(end.signal);
  started.add(async () => {
    end.abort();
    // A list that hangs would hold up the stop for as long as it may take; it ends with the store's connections.
    const enough = new AbortController();
    const grace = container.resolve(Token.timers).sleep(CACHES_GRACE_MS, enough.signal);
    await Promise.race([Promise.all([world.stopped(), running]), grace]);
    enough.abort();
  });
  await Promise.all([world.start(end.signal), hosting.whenSynced]);
}

function triggerParts(container: DependencyContainer, { events, runs, secrets }: World) {
  return {
    store: container.resolve(Token.store),
    events,
    runs,
    secrets,
    dispatcher: container.resolve(Token.dispatcher),
    endpoints: container.resolve(Token.hosting).endpoints,
    tasks: container.resolve(Token.tasks),
    recorder: container.resolve(Token.recorder),
    clock: container.resolve(Token.clock),
    timers: container.resolve(Token.timers),
    random: container.resolve(Token.random),
    logger: container.resolve(Token.logger),
    metrics: container.resolve(Token.metrics),
  };
}
