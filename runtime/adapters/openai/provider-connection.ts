import type { OpenAI } from "openai";
import type { Agent } from "undici";
import type { ModelRequest } from "../../ports/model.ts";
import type { Timers } from "../../ports/timers.ts";
import { abortError } from "./abort-error.ts";
import { authorizationOf, type KeySource } from "./authorization.ts";
import { hostOf } from "./provider-address.ts";
import type { HeaderSource } from "./retry-after.ts";
import { transportError } from "./transport-error.ts";
import { watchBody } from "./watch-body.ts";

/** How to reach a provider. */
export type ConnectionOptions = {
  readonly baseURL: string;
  readonly apiKey: KeySource;
  readonly idleTimeoutMs: number;
};

/** A provider's answer, whatever its status. */
export type ProviderAnswer = {
  readonly status: number;
  readonly host: string;
  readonly headers: HeaderSource;
  /** Throws a ModelError where the body breaks off; closes the connection when left early. */
  readonly body: AsyncGenerator<Uint8Array<ArrayBuffer>>;
};

/** Makes of a provider's answer what the SDK shall see. */
export type AnswerFilter = (answer: ProviderAnswer) => Response | Promise<Response>;

/** Longest wait for a TCP and TLS connection; the answer itself may take until the deadline. */
const CONNECT_TIMEOUT_MS = 10_000;
/** The SDK's own limit on a try ignores half of what takes time; the caller's signal is the limit here. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;
/** The SDK refuses to work without a key, and must not look for one in the environment. */
const PLACEHOLDER_KEY = "set-by-the-connection";

/**
 * The SDK's way to the network. Only what is needed leaves: the SDK's headers tell of the machine and may come
 * from the environment, so they are replaced; a redirect is an answer, because a prompt must not follow one.
 * Whatever goes wrong is thrown as a ModelError, which the SDK hands on as the cause of its own error.
 */
export class ProviderConnection {
  readonly #options: ConnectionOptions;
  readonly #timers: Timers;
  #pool: Agent | undefined;

  constructor(options: ConnectionOptions, timers: Timers) {
    this.#options = options;
    this.#timers = timers;
  }

  /** An SDK client for one call: its key is the one of now. */
  async client({ signal }: ModelRequest, filter: AnswerFilter): Promise<OpenAI> {
    const host = hostOf(this.#options.baseURL);
    const authorization = await authorizationOf(this.#options.apiKey);
    const { OpenAI } = await import("openai");
    const exchange = async (url: string, body: string): Promise<ProviderAnswer> => {
      const { fetch } = await import("./http-client.ts");
      const dispatcher = await this.#connections();
      const headers = { "content-type": "application/json", "user-agent": "tocsin", ...authorization };
      const response = await fetch(url, {
        method: "POST",
        body,
        headers,
        redirect: "manual",
        signal,
        dispatcher,
      }).catch((error: unknown) => {
        throw signal.aborted ? abortError(signal) : transportError(error, host);
      });
      const stream = response.body as ReadableStream<Uint8Array<ArrayBuffer>> | null;
      const { idleTimeoutMs } = this.#options;
      const watch = { host, signal, timers: this.#timers, idleTimeoutMs, mayThinkFirst: response.ok };
      return { status: response.status, host, headers: response.headers, body: watchBody(stream, watch) };
    };
    return new OpenAI({
      baseURL: this.#options.baseURL,
      apiKey: PLACEHOLDER_KEY,
      adminAPIKey: null,
      organization: null,
      project: null,
      webhookSecret: null,
      logLevel: "off",
      maxRetries: 0,
      timeout: NO_TIMEOUT_MS,
      fetch: async (url, init) => filter(await exchange(String(url), String(init?.body))),
    });
  }

  /** Closes the connections that are kept for further calls; calls under way are cut. */
  async close(): Promise<void> {
    await this.#pool?.destroy();
    this.#pool = undefined;
  }

  /** A pool of its own: undici's usual one gives a model five minutes to its first token. */
  async #connections(): Promise<Agent> {
    const { Agent } = await import("./http-client.ts");
    this.#pool ??= new Agent({
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: { timeout: CONNECT_TIMEOUT_MS },
    });
    return this.#pool;
  }
}
