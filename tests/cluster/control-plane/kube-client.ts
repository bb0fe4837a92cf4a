import { request as httpsRequest, type RequestOptions } from "node:https";
import type { KubeConfig } from "@kubernetes/client-node";

/** An answer of the API server: its status and its body, parsed where it is JSON. */
export type KubeAnswer = { readonly status: number; readonly body: unknown };

/** A request to the API server, by its path. */
export type KubeRequest = {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

const REQUEST_LIMIT_MS = 30_000;

/**
 * The least client that can look after a cluster: one JSON request, one connection, any kubeconfig. The
 * product has its own; a fault in that must not hide itself from the tests.
 */
export class KubeClient {
  readonly #config: KubeConfig;

  constructor(config: KubeConfig) {
    this.#config = config;
  }

  /**
   * Sends a request and answers whatever status comes back; a PATCH is a merge patch.
   *
   * @throws Error when no answer comes.
   */
  async send(path: string, { method = "GET", body, headers = {} }: KubeRequest = {}): Promise<KubeAnswer> {
    const options: RequestOptions = {};
    await this.#config.applyToHTTPSOptions(options);
    const text = body === undefined ? "" : JSON.stringify(body);
    const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
    const url = `${this.#config.getCurrentCluster()?.server ?? ""}${path}`;
    return await exchange(url, text, {
      ...options,
      method,
      timeout: REQUEST_LIMIT_MS,
      headers: { ...options.headers, "Content-Type": type, Accept: "application/json", ...headers },
    });
  }

  /**
   * Sends a request that must succeed and answers the body.
   *
   * @throws Error with the server's message on any status but 2xx.
   */
  async call<T>(path: string, request: KubeRequest = {}): Promise<T> {
    const { status, body } = await this.send(path, request);
    if (status >= 200 && status < 300) return body as T;
    const message = (body as { message?: string }).message ?? JSON.stringify(body);
    throw new Error(`${request.method ?? "GET"} ${path} was answered ${status}: ${message}`);
  }

  /** Answers the body of a GET that may fail in any way, and `undefined` when it does. */
  async tryGet<T>(path: string): Promise<T | undefined> {
    try {
      return await this.call<T>(path);
    } catch {
      return undefined;
    }
  }
}

function exchange(url: string, text: string, options: RequestOptions): Promise<KubeAnswer> {
  return new Promise((resolve, reject) => {
    const request = httpsRequest(url, options, (response) => {
      let answer = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        answer += chunk;
      });
      response.on("error", reject);
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body: parsed(answer) }));
    });
    request.on("timeout", () =>
      request.destroy(new Error(`no answer from ${url} in ${REQUEST_LIMIT_MS} ms`)),
    );
    request.on("error", reject);
    request.end(text);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { message: text };
  }
}
