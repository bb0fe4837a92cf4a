import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { SoleLeadership } from "../adapters/node/sole-leadership.ts";
import { SqliteStore } from "../adapters/sqlite/sqlite-store.ts";
import type { StandIn } from "../http/stand-in-model/serve-stand-in.ts";
import type { Clock } from "../ports/clock.ts";
import type { Logger } from "../ports/logger.ts";
import type { Store } from "../ports/store.ts";
import { listenForKubectl } from "./kubectl-api.ts";
import { lead } from "./lead.ts";
import { processContainer, registerStore } from "./process-container.ts";
import type { Settings } from "./settings.ts";
import { CLOSE_GRACE_MS, startReplica } from "./start-replica.ts";
import { Started } from "./started.ts";
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
  const addresses = { webhookURL: "", providerURL: settings.providerBaseURL ?? "" };
  const container = processContainer({
    settings,
    webhookBaseURL: () => addresses.webhookURL,
    provider: () => ({ baseURL: addresses.providerURL, apiKey: settings.providerKey }),
    clock: seams.clock,
    logger: seams.logger,
  });
  const [clock, timers, random, logger] = [
    container.resolve(Token.clock),
    container.resolve(Token.timers),
    container.resolve(Token.random),
    container.resolve(Token.logger),
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

  const replica = await startReplica(container, settings, { addresses, hostsAgents: true }, started);
  await replica.synced;
  const api = await listenForKubectl({ store, clock, timers, random, logger }, settings);
  started.add(() => api.close(CLOSE_GRACE_MS));

  const hosting = container.resolve(Token.hosting);
  started.add(() => hosting.stop(HOST_GRACE_MS));
  await new Promise<void>((resolve, reject) => {
    const end = new AbortController();
    const how = { onLeading: resolve, hasRivals: false };
    const leading = new SoleLeadership().run(end.signal, (term) => lead(container, term, how));
    leading.catch(reject);
    started.add(async () => {
      end.abort();
      await leading.catch(() => undefined);
    });
  });
  started.add(async () => replica.drain());
  return {
    store,
    webhookURL: addresses.webhookURL,
    apiURL: api.url,
    metricsURL: replica.metricsURL,
    standIn: replica.standIn,
    kubeconfig: api.kubeconfig,
    stop: () => started.stop(),
  };
}
