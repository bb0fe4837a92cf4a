import { createServer, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { loopbackCertificate } from "../../../runtime/adapters/node/loopback-certificate.ts";
import { answers, answersWell, completion } from "../hostile-behaviours.ts";
import type { Behaviour, ReceivedCall } from "../hostile-provider.ts";
import { selfSigned } from "../self-signed.ts";

/** One call, as a turning provider remembers it. */
export type SeenCall = {
  readonly atMs: number;
  /** Of the agent that asked: its model's name. */
  readonly model: string;
  readonly isCheck: boolean;
  readonly prompt: string;
  readonly authorization: string | undefined;
};

/** How a provider is bad: in what it answers, in the certificate that it shows, or by not being there. */
export type Badness =
  | { readonly kind: "answers"; readonly behaviour: Behaviour; readonly isForChecksOnly?: boolean }
  | { readonly kind: "certificate" }
  | { readonly kind: "gone" };

type Certificate = { readonly key: string; readonly cert: string };
type Options = {
  readonly isSecure?: boolean;
  readonly holdsTasks?: boolean;
  /** Where it listens; loopback, unless pods have to reach it. */
  readonly hostname?: string;
};

/**
 * A provider, on loopback by default, that is good, turns bad, and turns good again at the same address. Checks
 * are what is asked without streaming, tasks are streamed: a good one says to a task what it was asked.
 */
export class TurningProvider {
  readonly calls: SeenCall[] = [];
  readonly baseURL: string;
  readonly #certificate: Certificate | undefined;
  readonly #server: ReturnType<typeof createServer>;
  readonly #hostname: string;
  readonly #port: number;
  readonly #held: PromiseWithResolvers<void> = Promise.withResolvers();
  #badness: Badness | undefined;

  private constructor(server: ReturnType<typeof createServer>, certificate: Certificate | undefined) {
    this.#server = server;
    this.#hostname = (server.address() as AddressInfo).address;
    this.#certificate = certificate;
    this.#port = (server.address() as AddressInfo).port;
    this.baseURL = `${certificate === undefined ? "http" : "https"}://${this.#hostname}:${this.#port}/v1`;
  }

  static async start(options: Options = {}): Promise<TurningProvider> {
    const { isSecure = false, holdsTasks = false, hostname = "127.0.0.1" } = options;
    const listener: RequestListener = async (request, response) => {
      const body = JSON.parse(await text(request)) as ReceivedCall["body"];
      provider.#answer(response, { path: request.url ?? "", headers: request.headers, body });
    };
    const certificate = isSecure ? loopbackCertificate(new Date()) : undefined;
    const server =
      certificate === undefined ? createServer(listener) : createSecureServer(certificate, listener);
    await new Promise<void>((resolve) => server.listen(0, hostname, resolve));
    const provider = new TurningProvider(server, certificate);
    if (!holdsTasks) provider.release();
    return provider;
  }

  /** Answers the tasks that are held, and all further ones at once. */
  release(): void {
    this.#held.resolve();
  }

  /** The certificate that a good one shows, for whoever is to trust it. */
  get certificate(): string {
    return this.#certificate?.cert ?? "";
  }

  async turnBad(badness: Badness): Promise<void> {
    this.#badness = badness;
    if (badness.kind === "certificate") this.#show(selfSigned());
    if (badness.kind === "gone") await this.close();
  }

  async turnGood(): Promise<void> {
    const before = this.#badness;
    this.#badness = undefined;
    if (before?.kind === "certificate" && this.#certificate !== undefined) this.#show(this.#certificate);
    if (before?.kind === "gone")
      await new Promise<void>((resolve) => this.#server.listen(this.#port, this.#hostname, resolve));
  }

  /** Calls of a model since an instant of `performance.now()`. */
  count(isCheck: boolean, model: string, sinceMs = 0): number {
    return this.calls.filter(
      (call) => call.isCheck === isCheck && call.model === model && call.atMs >= sinceMs,
    ).length;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  #show(certificate: Certificate): void {
    if ("setSecureContext" in this.#server) {
      (this.#server as ReturnType<typeof createSecureServer>).setSecureContext(certificate);
    }
    // A connection that is kept would still be trusted.
    this.#server.closeAllConnections();
  }

  #answer(response: Parameters<Behaviour>[0], call: ReceivedCall): void {
    const { model = "", messages = [], stream } = call.body;
    const isCheck = stream !== true;
    const prompt = messages.at(-1)?.content ?? "";
    const { authorization } = call.headers;
    this.calls.push({ atMs: performance.now(), model, isCheck, prompt, authorization });
    const badness = this.#badness;
    if (badness?.kind === "answers" && (isCheck || badness.isForChecksOnly !== true)) {
      badness.behaviour(response, call);
    } else if (isCheck) answers(200, completion("HEALTHY"))(response, call);
    else void this.#held.promise.then(() => answersWell(`said ${prompt}`)(response, call));
  }
}
