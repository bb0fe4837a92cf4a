import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { StoreError, StoreErrorReason } from "../../ports/store-error.ts";
import type { Timers } from "../../ports/timers.ts";
import type { Access, AccessSource, PoolRequest } from "./access-source.ts";
import { type Status, statusRefusal } from "./status-refusal.ts";
import { isBrokenConnection, transportRefusal } from "./transport-refusal.ts";

/** A request by its path below the server's address. */
export type ApiRequest = {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  readonly limitMs: number;
};

/** The open body of an answer. */
export type OpenAnswer = { readonly body: Readable; readonly host: string };

const UNAUTHORIZED = 401;

/** Sends JSON requests to an API server, each within its limit; every failure is a {@link StoreError}. */
export class ApiConnection {
  readonly #access: AccessSource;
  readonly #timers: Timers;

  constructor(access: AccessSource, timers: Timers) {
    this.#access = access;
    this.#timers = timers;
  }

  /** Sends a request and gives the body of a 2xx answer. */
  async call(request: ApiRequest): Promise<unknown> {
    try {
      return await this.#exchange(request);
    } catch (error) {
      // A kept connection may have died unnoticed, as all do when the server restarts. Reading again is harmless.
      const isStale =
        request.method === "GET" && error instanceof StoreError && isBrokenConnection(error.cause);
      if (!isStale) throw error;
      return this.#exchange(request);
    }
  }

  /** Sends a GET and gives the body of a 2xx answer as it comes; the limit is for the answer's beginning. */
  async open(request: ApiRequest, signal: AbortSignal): Promise<OpenAnswer> {
    const access = await this.#access.current();
    const late = new AbortController();
    const cut = AbortSignal.any([signal, late.signal]);
    return this.#within(
      request,
      access,
      (error) => late.abort(error),
      async () => {
        const { statusCode, headers, body } = await access.pool.request({
          ...sent(access, request),
          signal: cut,
        });
        if (statusCode < 300) return { body, host: access.host };
        throw this.#refusal(request, statusCode, headers, await body.text());
      },
    );
  }

  async #exchange(request: ApiRequest): Promise<unknown> {
    const access = await this.#access.current();
    const { answer, cut } = access.pool.exchange(sent(access, request));
    return this.#within(request, access, cut, async () => {
      const { statusCode, headers, text } = await answer;
      if (statusCode < 300) return parsedAnswer(text, request, access.host);
      throw this.#refusal(request, statusCode, headers, text);
    });
  }

  /** Cuts off what takes longer than the limit. */
  async #within<T>(
    request: ApiRequest,
    { host }: Access,
    cut: (error: Error) => void,
    work: () => Promise<T>,
  ): Promise<T> {
    let limitMs: number | undefined;
    const timer = this.#timers.after(request.limitMs, () => {
      limitMs = request.limitMs;
      cut(new Error("the time is up"));
    });
    try {
      return await work();
    } catch (error) {
      if (error instanceof StoreError) throw error;
      throw transportRefusal({ error, host, isWrite: request.method !== "GET", limitMs });
    } finally {
      timer.cancel();
    }
  }

  #refusal(request: ApiRequest, code: number, headers: IncomingHttpHeaders, text: string): StoreError {
    if (code === UNAUTHORIZED) this.#access.forget();
    const isWrite = request.method !== "GET";
    return statusRefusal({ code, status: statusIn(text), retryAfterMs: retryAfterOf(headers), isWrite });
  }
}

function sent(access: Access, request: ApiRequest): PoolRequest {
  const { method, path, query = {}, body } = request;
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const search = given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
  return {
    origin: access.origin,
    path: `${access.prefix}${path}${search}`,
    method,
    headers: {
      ...access.headers,
      Accept: "application/json",
      "User-Agent": "tocsin",
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  };
}

/** The parser's own error is not kept: it quotes the text, and that may be a Secret. */
function parsedAnswer(text: string, { method }: ApiRequest, host: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const { timeout, unavailable } = StoreErrorReason;
    const message = `the API server at ${host} answered with something that is not JSON`;
    throw new StoreError(method === "GET" ? unavailable : timeout, message);
  }
}

/** What stands between may answer too, and not in JSON: then only the code is known. */
function statusIn(text: string): Status {
  try {
    const parsed: unknown = JSON.parse(text);
    const isStatus = typeof parsed === "object" && parsed !== null && (parsed as Status).kind === "Status";
    return isStatus ? (parsed as Status) : {};
  } catch {
    return {};
  }
}

function retryAfterOf(headers: IncomingHttpHeaders): number | undefined {
  const seconds = Number(headers["retry-after"]);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : undefined;
}
