import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { selfSigned } from "./self-signed.ts";

/** What a hostile provider was sent. */
export type ReceivedCall = {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: {
    readonly model?: string;
    readonly messages?: readonly { readonly role: string; readonly content: string }[];
    readonly stream?: boolean;
    readonly stream_options?: unknown;
  };
};

/** Answers a call, well or badly. What it leaves open stays open until the provider closes. */
export type Behaviour = (response: ServerResponse, call: ReceivedCall) => void;

type HangUps = { count: number; readonly waiting: (() => void)[] };

/** A provider on loopback that does to its callers what a test tells it to. */
export class HostileProvider {
  readonly calls: ReceivedCall[] = [];
  /** The base address of its API. */
  readonly baseURL: string;
  readonly host: string;
  readonly #server: ReturnType<typeof createServer>;
  readonly #hangUps: HangUps;

  private constructor(server: ReturnType<typeof createServer>, scheme: string, hangUps: HangUps) {
    this.#server = server;
    this.#hangUps = hangUps;
    this.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.baseURL = `${scheme}://${this.host}/v1`;
  }

  /** Starts one. The nth call meets the nth behaviour, all further ones the last. */
  static async start(...behaviours: readonly Behaviour[]): Promise<HostileProvider> {
    return HostileProvider.#start(false, behaviours);
  }

  /** Starts one behind a certificate that nobody has a reason to trust. */
  static async startSelfSigned(...behaviours: readonly Behaviour[]): Promise<HostileProvider> {
    return HostileProvider.#start(true, behaviours);
  }

  static async #start(isSecure: boolean, behaviours: readonly Behaviour[]): Promise<HostileProvider> {
    const hangUps: HangUps = { count: 0, waiting: [] };
    const listener: RequestListener = async (request, response) => {
      response.on("close", () => {
        if (response.writableFinished) return;
        hangUps.count += 1;
        for (const wake of hangUps.waiting.splice(0)) wake();
      });
      const body = JSON.parse(await text(request)) as ReceivedCall["body"];
      const call = { path: request.url ?? "", headers: request.headers, body };
      const behaviour = behaviours[Math.min(provider.calls.length, behaviours.length - 1)];
      provider.calls.push(call);
      behaviour?.(response, call);
    };
    const server = isSecure ? createSecureServer(selfSigned(), listener) : createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const provider = new HostileProvider(server, isSecure ? "https" : "http", hangUps);
    return provider;
  }

  /** Resolves once so many answers have ended before they were complete, by whomever. */
  async hungUp(count = 1): Promise<void> {
    while (this.#hangUps.count < count)
      await new Promise<void>((resolve) => this.#hangUps.waiting.push(resolve));
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }
}
