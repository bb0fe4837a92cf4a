import { createHash } from "node:crypto";
import type { RequestOptions } from "node:https";
import type { KubeConfig } from "@kubernetes/client-node/dist/config.js";
import { Agent, type Dispatcher, ProxyAgent } from "undici";
import type { Clock } from "../../ports/clock.ts";
import { StoreError, StoreErrorReason } from "../../ports/store-error.ts";
import type { Access, AccessSource } from "./access-source.ts";
import { exchange } from "./exchange.ts";
import { CONNECT_LIMIT_MS, CREDENTIALS_AGE_MS, KEEP_ALIVE_MS } from "./kubernetes-limits.ts";

/** What a pod's proxy needs of it besides is the pool itself. */
type PooledAccess = Access & { readonly dispatcher: Dispatcher };

type Tls = Pick<
  RequestOptions,
  "ca" | "cert" | "key" | "pfx" | "passphrase" | "rejectUnauthorized" | "servername"
>;

/**
 * One pool of connections with a kubeconfig's credentials. The client's own way builds a pool a request; this
 * one is kept until the certificates change. Tokens, which change more often, are sent with each request.
 */
export class ClusterAccess implements AccessSource {
  readonly #config: KubeConfig;
  readonly #clock: Clock;
  readonly #maxConnections: number;
  #known: { readonly access: PooledAccess; readonly fingerprint: string; readonly atMs: number } | undefined;
  #reading: Promise<PooledAccess> | undefined;
  #isClosed = false;

  constructor(config: KubeConfig, clock: Clock, maxConnections: number) {
    this.#config = config;
    this.#clock = clock;
    this.#maxConnections = maxConnections;
  }

  /** The pool and the credentials as they are now. Throws Unauthorized where they can't be had. */
  async current(): Promise<PooledAccess> {
    if (this.#isClosed) throw new StoreError(StoreErrorReason.unavailable, "the store is closed");
    const isFresh =
      this.#known !== undefined && this.#clock.monotonicMs() - this.#known.atMs < CREDENTIALS_AGE_MS;
    if (isFresh && this.#known !== undefined) return this.#known.access;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  /** Has the credentials read again before the next request: the server did not know them any more. */
  forget(): void {
    if (this.#known !== undefined) this.#known = { ...this.#known, atMs: Number.NEGATIVE_INFINITY };
  }

  /** Closes every connection; watches and calls that are under way break. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#known?.access.dispatcher.destroy();
  }

  async #read(): Promise<PooledAccess> {
    const options: RequestOptions = {};
    try {
      await this.#config.applyToHTTPSOptions(options);
    } catch {
      // A credential plugin's own words are not repeated: they may hold what it was asked for.
      const message =
        "the kubeconfig's credentials can't be read: its plugin or its files answer with an error";
      throw new StoreError(StoreErrorReason.unauthorized, message);
    }
    const fingerprint = fingerprintOf(options);
    const isSame = this.#known?.fingerprint === fingerprint;
    const dispatcher = (isSame ? this.#known?.access.dispatcher : undefined) ?? this.#renew(options);
    const server = new URL(this.#config.getCurrentCluster()?.server ?? "");
    const access: PooledAccess = {
      dispatcher,
      pool: {
        request: (request) => dispatcher.request(request),
        exchange: (request) => exchange(dispatcher, request),
      },
      origin: server.origin,
      prefix: server.pathname.replace(/\/+$/, ""),
      host: server.host,
      headers: headersOf(options),
    };
    this.#known = { access, fingerprint, atMs: this.#clock.monotonicMs() };
    return access;
  }

  /** What is under way on the old connections ends in its own time. */
  #renew(options: RequestOptions): Dispatcher {
    void this.#known?.access.dispatcher.close();
    const cluster = this.#config.getCurrentCluster();
    const wanted = this.#config.createDispatcherOptions(cluster, options as Tls);
    const common = {
      connections: this.#maxConnections,
      pipelining: 1,
      // Over one HTTP/2 connection, a lost packet holds up every watch and the lease with them.
      allowH2: false,
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: 0,
      bodyTimeout: 0,
    };
    const connect = { timeout: CONNECT_LIMIT_MS, keepAlive: true };
    if (wanted.type === "proxy") {
      const { uri, requestTls } = wanted;
      return new ProxyAgent({ ...common, uri, requestTls: { ...requestTls, ...connect } as object });
    }
    if (wanted.type === "socks")
      throw new StoreError(StoreErrorReason.unavailable, "SOCKS proxies in a kubeconfig are not supported");
    const tls = wanted.type === "agent" ? wanted.connect : {};
    return new Agent({ ...common, connect: { ...tls, ...connect } as object });
  }
}

function fingerprintOf(options: RequestOptions): string {
  const { ca, cert, key, pfx, servername, rejectUnauthorized } = options;
  const parts = [ca, cert, key, pfx, servername, rejectUnauthorized].map((part) => String(part ?? ""));
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

function headersOf({ headers = {}, auth }: RequestOptions): Record<string, string> {
  const basic =
    typeof auth === "string" ? { Authorization: `Basic ${Buffer.from(auth).toString("base64")}` } : {};
  const entries = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return { ...basic, ...Object.fromEntries(entries) };
}
