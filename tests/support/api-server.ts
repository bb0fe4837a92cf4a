import { join } from "node:path";
import { loopbackCertificate } from "../../runtime/adapters/node/loopback-certificate.ts";
import { SystemClock } from "../../runtime/adapters/node/system-clock.ts";
import { SystemTimers } from "../../runtime/adapters/node/system-timers.ts";
import { writeKubeconfig } from "../../runtime/adapters/node/write-kubeconfig.ts";
import type { SqliteStore } from "../../runtime/adapters/sqlite/sqlite-store.ts";
import { apiApp } from "../../runtime/http/api/api-app.ts";
import type { ApiOptions } from "../../runtime/http/api/api-parts.ts";
import { digestToken } from "../../runtime/http/api/guard-caller.ts";
import { type Listening, type ListenOptions, listen } from "../../runtime/http/server/listen.ts";
import { openStore } from "./open-store.ts";
import { SilentLogger } from "./silent-logger.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** How a test wants its server. */
export type ApiServerOptions = Partial<ApiOptions> & {
  readonly server?: Partial<ListenOptions>;
  /** Plain HTTP, for tests that write requests byte by byte. */
  readonly isPlain?: boolean;
};

/** A standalone API on a real socket, over a real store in memory. */
export class ApiServer {
  readonly token = "test-token";
  readonly folder = temporaryFolder();
  readonly logger = new SilentLogger();
  readonly store: SqliteStore;
  readonly #stopping: AbortController;
  readonly #listening: Listening;

  static async start(options: ApiServerOptions = {}): Promise<ApiServer> {
    const clock = new SystemClock();
    const timers = new SystemTimers();
    const store = await openStore({ clock, timers });
    const stopping = new AbortController();
    const logger = new SilentLogger();
    const certificate = loopbackCertificate(clock.now());
    const app = apiApp({
      store,
      tokenDigest: digestToken("test-token"),
      clock,
      timers,
      logger,
      stopping: stopping.signal,
      ...options,
    });
    const listening = await listen(app, {
      hostname: "127.0.0.1",
      port: 0,
      timers,
      logger,
      ...(options.isPlain !== true && { tls: certificate }),
      ...options.server,
    });
    const server = new ApiServer({ store, stopping, listening, logger });
    writeKubeconfig(server.kubeconfig, {
      server: listening.url,
      certificate: certificate.cert,
      token: server.token,
    });
    return server;
  }

  private constructor(parts: {
    store: SqliteStore;
    stopping: AbortController;
    listening: Listening;
    logger: SilentLogger;
  }) {
    this.store = parts.store;
    this.#stopping = parts.stopping;
    this.#listening = parts.listening;
    this.logger = parts.logger;
  }

  get port(): number {
    return this.#listening.port;
  }

  get kubeconfig(): string {
    return join(this.folder.path, "kubeconfig");
  }

  async close(graceMs = 1_000): Promise<void> {
    this.#stopping.abort();
    await this.#listening.close(graceMs);
    await this.store.close();
    this.folder[Symbol.dispose]();
  }
}
