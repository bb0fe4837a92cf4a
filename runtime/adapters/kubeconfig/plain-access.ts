import { readFileSync } from "node:fs";
import type { Agent as HttpAgent, IncomingMessage } from "node:http";
import { type AgentOptions, Agent as HttpsAgent, request as requestOverHttps } from "node:https";
import { text } from "node:stream/consumers";
import { StoreError, StoreErrorReason } from "../../ports/store-error.ts";
import type {
  Access,
  AccessSource,
  PendingAnswer,
  PoolAnswer,
  PoolRequest,
} from "../kubernetes/access-source.ts";
import type { KubeLogin } from "./find-login.ts";
import type { UserEntry } from "./kubeconfig-entries.ts";

/** How long an idle connection is kept; a command is over before. */
const KEEP_ALIVE_MS = 30_000;

type Client = { readonly send: typeof requestOverHttps; readonly agent: HttpAgent | HttpsAgent };

/** Whether a login needs no more than files, a token or a certificate: then nothing has to be loaded for it. */
export function isPlain({ cluster, user }: KubeLogin): boolean {
  const isPlainUser = user.exec === undefined && user["auth-provider"] === undefined;
  return isPlainUser && cluster["proxy-url"] === undefined;
}

/**
 * Connections with Node's own client, for commands that live for a second: the pool that an operator uses takes
 * longer to load than their call takes. Only for logins that are {@link isPlain}.
 */
export class PlainAccess implements AccessSource {
  readonly #login: KubeLogin;
  readonly #server: URL;
  readonly #client: Client;

  private constructor(login: KubeLogin, client: Client) {
    this.#login = login;
    this.#server = new URL(login.cluster.server);
    this.#client = client;
  }

  /** Throws Unauthorized where a file of the kubeconfig can't be read. */
  static async open(login: KubeLogin): Promise<PlainAccess> {
    const common = { keepAlive: true, keepAliveMsecs: KEEP_ALIVE_MS };
    if (new URL(login.cluster.server).protocol === "https:") {
      const agent = new HttpsAgent({ ...common, ...tlsOf(login) });
      return new PlainAccess(login, { send: requestOverHttps, agent });
    }
    // Rarely needed, and its import has Node load a WebSocket and all that belongs to it.
    const { Agent, request: send } = await import("node:http");
    return new PlainAccess(login, { send, agent: new Agent(common) });
  }

  async current(): Promise<Access> {
    const { origin, pathname, host } = this.#server;
    return {
      pool: { request: (request) => this.#send(request), exchange: (request) => this.#exchange(request) },
      origin,
      prefix: pathname.replace(/\/+$/, ""),
      host,
      headers: headersOf(this.#login.user),
    };
  }

  /** Files are read for each request. */
  forget(): void {}

  async close(): Promise<void> {
    this.#client.agent.destroy();
  }

  #exchange(request: PoolRequest): PendingAnswer {
    const end = new AbortController();
    const whole = async () => {
      const { statusCode, headers, body } = await this.#send({ ...request, signal: end.signal });
      return { statusCode, headers, text: await body.text() };
    };
    return { answer: whole(), cut: (error) => end.abort(error) };
  }

  #send(sent: PoolRequest & { readonly signal: AbortSignal }): Promise<PoolAnswer> {
    const { origin, path, method, headers, body, signal } = sent;
    const { send, agent } = this.#client;
    return new Promise((resolve, reject) => {
      const request = send(`${origin}${path}`, { method, headers, agent, signal });
      request.once("error", reject);
      request.once("response", (message) => resolve(answerOf(message)));
      request.end(body ?? undefined);
    });
  }
}

function answerOf(message: IncomingMessage): PoolAnswer {
  const body = Object.assign(message, { text: () => text(message) });
  return { statusCode: message.statusCode ?? 0, headers: message.headers, body };
}

function tlsOf({ cluster, user }: KubeLogin): AgentOptions {
  const insecure = cluster["insecure-skip-tls-verify"] === true;
  const servername = cluster["tls-server-name"];
  const parts = {
    ca: dataOrFile(cluster["certificate-authority-data"], cluster["certificate-authority"]),
    cert: dataOrFile(user["client-certificate-data"], user["client-certificate"]),
    key: dataOrFile(user["client-key-data"], user["client-key"]),
    servername,
  };
  const given = Object.entries(parts).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(given), ...(insecure ? { rejectUnauthorized: false } : {}) };
}

/** As kubectl: a token of a file is preferred to one that stands in the kubeconfig, since it is renewed. */
function headersOf(user: UserEntry): Record<string, string> {
  const impersonated: Record<string, string> = user.as === undefined ? {} : { "Impersonate-User": user.as };
  const token = user.tokenFile === undefined ? user.token : fileOf(user.tokenFile).trim();
  if (token !== undefined) return { ...impersonated, Authorization: `Bearer ${token}` };
  if (user.username === undefined) return impersonated;
  const basic = Buffer.from(`${user.username}:${user.password ?? ""}`).toString("base64");
  return { ...impersonated, Authorization: `Basic ${basic}` };
}

function dataOrFile(data: string | undefined, path: string | undefined): string | undefined {
  if (data !== undefined) return Buffer.from(data, "base64").toString("utf8");
  return path === undefined ? undefined : fileOf(path);
}

function fileOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const { code } = error as { readonly code?: string };
    throw new StoreError(
      StoreErrorReason.unauthorized,
      `the kubeconfig names ${path}, which can't be read: ${code}`,
    );
  }
}
