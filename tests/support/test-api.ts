import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { SqliteStore } from "../../runtime/adapters/sqlite/sqlite-store.ts";
import { apiApp } from "../../runtime/http/api/api-app.ts";
import type { ApiLimits } from "../../runtime/http/api/api-limits.ts";
import { digestToken } from "../../runtime/http/api/guard-caller.ts";
import { FakeClock } from "./fake-clock.ts";
import { FakeTimers } from "./fake-timers.ts";
import { openStore } from "./open-store.ts";
import { SilentLogger } from "./silent-logger.ts";

const PORT = 6_443;
const TOKEN = "right-token";

/** What a request carries beside method and path; a header that is undefined is left out. */
export type Asked = {
  /** Sent as JSON unless it is text or bytes. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | undefined>>;
};

/** A standalone API without a socket, over a real store in memory and with time that stands still. */
export class TestApi {
  readonly clock = new FakeClock("2026-01-01T00:00:00Z");
  readonly timers = new FakeTimers(this.clock);
  readonly logger = new SilentLogger();
  readonly stopping = new AbortController();
  readonly store: SqliteStore;
  readonly #app: ReturnType<typeof apiApp>;

  static async start(limits: Partial<ApiLimits> = {}): Promise<TestApi> {
    return new TestApi(await openStore(), limits);
  }

  private constructor(store: SqliteStore, limits: Partial<ApiLimits>) {
    this.store = store;
    const { clock, timers, logger } = this;
    this.#app = apiApp({
      store,
      tokenDigest: digestToken(TOKEN),
      clock,
      timers,
      logger,
      limits,
      stopping: this.stopping.signal,
    });
  }

  /** Sends a request as its owner would, unless the headers say otherwise. */
  async ask(method: string, path: string, { body, headers }: Asked = {}): Promise<Response> {
    const all = { host: `127.0.0.1:${PORT}`, authorization: `Bearer ${TOKEN}`, ...headers };
    const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Record<
      string,
      string
    >;
    const bytes = bytesOf(body);
    const incoming = Object.assign(Readable.from(bytes.length === 0 ? [] : [bytes]), {
      headers: sent,
      socket: { localPort: PORT },
    });
    const outgoing = Object.assign(new EventEmitter(), { closed: false, destroy: () => undefined });
    const env = {
      incoming: incoming as unknown as IncomingMessage,
      outgoing: outgoing as unknown as ServerResponse,
    };
    return await this.#app.request(path, { method, headers: sent }, env);
  }

  /** Sends a request and reads its JSON answer. */
  // biome-ignore lint/suspicious/noExplicitAny: what comes back is what the test is about to find out
  async json(method: string, path: string, asked: Asked = {}): Promise<{ code: number; body: any }> {
    const response = await this.ask(method, path, asked);
    return { code: response.status, body: await response.json() };
  }

  async close(): Promise<void> {
    this.stopping.abort();
    await this.store.close();
  }
}

function bytesOf(body: unknown): Buffer {
  if (body === undefined) return Buffer.alloc(0);
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
}
