import type { AgentEvent } from "../../../lib/api/agent-event.ts";
import type { AgentRun } from "../../../lib/api/agent-run.ts";
import { API_VERSION } from "../../../lib/api/group.ts";
import { TokenSecretKey, tokenSecretName } from "../../../lib/api/keys.ts";
import { firePath } from "../../../lib/api/network.ts";
import type { KubeObject, ObjectMeta } from "../../../lib/api/object.ts";
import type { ControlPlane } from "../../cluster/control-plane/control-plane.ts";
import { kubectl } from "../../cluster/control-plane/kubectl.ts";
import { until } from "../../cluster/control-plane/until.ts";

/** Far more than anything here takes, also on a busy machine. */
const LIMIT_MS = 60_000;

/** Where the kinds of Kubernetes are that tests look at; all others are the project's own. */
const ROOTS: Readonly<Record<string, string>> = {
  secrets: "/api/v1",
  events: "/api/v1",
  services: "/api/v1",
  deployments: "/apis/apps/v1",
  networkpolicies: "/apis/networking.k8s.io/v1",
};

/** A namespace on a real cluster, as somebody with every right sees what an operator does there. */
export class OperatedNamespace {
  readonly name: string;
  readonly #plane: ControlPlane;
  #isLeft = false;

  private constructor(plane: ControlPlane, name: string) {
    this.#plane = plane;
    this.name = name;
  }

  /** Makes an empty namespace. */
  static async make(plane: ControlPlane): Promise<OperatedNamespace> {
    return new OperatedNamespace(plane, await plane.makeNamespace());
  }

  /** Applies a file, or objects as a stream of JSON, as a person would. */
  async apply(what: { readonly file: string } | { readonly objects: readonly object[] }): Promise<void> {
    const text = "file" in what ? undefined : what.objects.map((object) => JSON.stringify(object)).join("\n");
    const source = "file" in what ? what.file : "-";
    const args = ["apply", "-n", this.name, "-f", source];
    const { code, stderr } = await kubectl(this.#plane, args, text === undefined ? {} : { input: text });
    if (code !== 0) throw new Error(`kubectl apply: ${stderr}`);
  }

  /** Merges a patch into an object of this namespace. */
  async patch(plural: string, name: string, body: object): Promise<void> {
    await this.#plane.client.call(`${this.path(plural)}/${name}`, { method: "PATCH", body });
  }

  async delete(plural: string, name: string): Promise<void> {
    await this.#plane.client.call(`${this.path(plural)}/${name}`, { method: "DELETE" });
  }

  /** An object's metadata, or undefined where there is none. */
  async metadata(plural: string, name: string): Promise<ObjectMeta | undefined> {
    const found = await this.#plane.client.tryGet<KubeObject>(`${this.path(plural)}/${name}`);
    return found?.metadata;
  }

  /** The event as it is, or undefined where there is none. */
  event(name: string): Promise<AgentEvent | undefined> {
    return this.#plane.client.tryGet(`${this.path("agentevents")}/${name}`);
  }

  /** Every run of this namespace. */
  async runs(): Promise<readonly AgentRun[]> {
    const { items } = await this.#plane.client.call<{ items: AgentRun[] }>(this.path("agentruns"));
    return items;
  }

  /** A value of a Secret, as text. */
  async secret(name: string): Promise<Readonly<Record<string, string>> | undefined> {
    type Found = { readonly data?: Readonly<Record<string, string>> };
    const found = await this.#plane.client.tryGet<Found>(`${this.path("secrets")}/${name}`);
    return found?.data;
  }

  /** The event's webhook token, once the operator has made it. */
  async token(event: string): Promise<string> {
    const value = await this.until(`the token of ${event}`, async () => {
      const secret = await this.secret(tokenSecretName(event));
      return secret?.[TokenSecretKey.token];
    });
    return Buffer.from(value, "base64").toString("utf8");
  }

  /** Fires an event at a replica. */
  async fire(
    baseURL: string,
    event: string,
    { query = "", token, body = {}, headers = {}, signal }: FireOptions,
  ): Promise<Response> {
    return fetch(`${baseURL}${firePath(this.name, event)}${query}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, ...headers },
      body: JSON.stringify(body),
      signal: signal ?? null,
    });
  }

  /** Waits until a check answers something; throws where the namespace has been left meanwhile. */
  until<T>(
    what: string,
    check: () => Promise<T | undefined> | T | undefined,
    limitMs = LIMIT_MS,
    pollMs?: number,
  ): Promise<T> {
    const unlessLeft = () => {
      if (this.#isLeft) throw new Error(`nobody waits any more: ${what}`);
      return check();
    };
    return until(what, limitMs, unlessLeft, pollMs);
  }

  /** Ends whatever is waited for here. */
  leave(): void {
    this.#isLeft = true;
  }

  /** Path of a kind's objects in this namespace. */
  path(plural: string): string {
    const root = ROOTS[plural] ?? `/apis/${API_VERSION}`;
    return `${root}/namespaces/${this.name}/${plural}`;
  }
}

/** How an event is fired. */
export type FireOptions = {
  readonly query?: string;
  readonly token: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal?: AbortSignal;
};
