import type { AgentSpec } from "../../../lib/api/agent.ts";
import { API_VERSION } from "../../../lib/api/group.ts";
import { Label } from "../../../lib/api/keys.ts";
import type { ControlPlane } from "../../cluster/control-plane/control-plane.ts";
import { kubectl } from "../../cluster/control-plane/kubectl.ts";
import { until } from "../../cluster/control-plane/until.ts";
import { isReady, type Pod } from "../../cluster/node/a-pod.ts";
import { OperatedNamespace } from "../operator/operated-namespace.ts";

/** Far more than a pod's start takes, also on a busy machine. */
const LIMIT_MS = 120_000;
/** It is also how long a check may take, on a machine that may be busy. */
const PROBE_SECONDS = 2;

/** A namespace whose agents run as pods, under the restricted Pod Security Standard. */
export class PodDesk {
  readonly place: OperatedNamespace;
  readonly #plane: ControlPlane;

  private constructor(plane: ControlPlane, place: OperatedNamespace) {
    this.#plane = plane;
    this.place = place;
  }

  static async make(plane: ControlPlane): Promise<PodDesk> {
    const place = await OperatedNamespace.make(plane);
    const labels = { "pod-security.kubernetes.io/enforce": "restricted" };
    const body = { metadata: { labels } };
    await plane.client.call(`/api/v1/namespaces/${place.name}`, { method: "PATCH", body });
    return new PodDesk(plane, place);
  }

  /** An Agent that does `work`, with a semantic probe every other second unless its spec says otherwise. */
  static agent(name: string, spec: Partial<AgentSpec> = {}): object {
    const livenessProbe = { type: "semantic", intervalSeconds: PROBE_SECONDS };
    return PodDesk.object("Agent", name, { model: name, livenessProbe, ...spec });
  }

  /** An object of one of Tocsin's kinds. */
  static object(kind: string, name: string, spec: object): object {
    const labels = kind === "Agent" ? { does: "work" } : {};
    return { apiVersion: API_VERSION, kind, metadata: { name, labels }, spec };
  }

  /** What routes to every Agent that does `work`, and a team with a webhook event `ask`. */
  static desk(): object[] {
    const routing = { selector: { matchLabels: { does: "work" } } };
    return [PodDesk.object("AgentService", "desk", routing), ...PodDesk.line("team", "ask")];
  }

  /** A team of one step, which asks a question, and its webhook event. */
  static line(team: string, event: string, concurrencyPolicy = "Allow"): object[] {
    const step = { name: "do", service: "desk", prompt: "{{ .input.question }}" };
    const target = { team, input: { question: "{{ .trigger.body.question }}" } };
    const runHistoryLimit = { succeeded: 1_000, failed: 1_000 }; // the most that there is
    const source = { type: "webhook" };
    return [
      PodDesk.object("AgentTeam", team, { steps: [step], runHistoryLimit }),
      PodDesk.object("AgentEvent", event, { source, targets: [target], concurrencyPolicy }),
    ];
  }

  /** The pods of an agent that are not being taken down. */
  async pods(agent: string): Promise<readonly Pod[]> {
    const selector = encodeURIComponent(`${Label.agent}=${agent}`);
    const path = `/api/v1/namespaces/${this.place.name}/pods?labelSelector=${selector}`;
    const { items } = await this.#plane.client.call<{ items: Pod[] }>(path);
    return items.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  }

  /** Waits until the kubelet calls so many pods of an agent ready; what happened is in the error otherwise. */
  async untilReady(agent: string, count: number): Promise<readonly Pod[]> {
    try {
      return await until(`${count} ready pods of ${agent}`, LIMIT_MS, async () => {
        const ready = (await this.pods(agent)).filter(isReady);
        return ready.length === count ? ready : undefined;
      });
    } catch (cause) {
      throw new Error(await this.story(), { cause });
    }
  }

  /** Waits until the cluster routes tasks to so many pods, as the AgentService's status has it. */
  async untilRouted(count: number): Promise<void> {
    type Service = { readonly status?: { readonly readyEndpoints?: number } };
    await this.place.until(`${count} ready endpoints`, async () => {
      const service = await this.#plane.client.tryGet<Service>(`${this.place.path("agentservices")}/desk`);
      return service?.status?.readyEndpoints === count ? true : undefined;
    });
  }

  /** Asks and waits for the answer, at one of the addresses behind the operator's Service. */
  async ask(url: string, question: string): Promise<SyncAnswer> {
    const token = await this.place.token("ask");
    const answer = await this.place.fire(url, "ask", {
      query: "?mode=sync&timeout=60s",
      token,
      body: { question },
    });
    return { code: answer.status, ...((await answer.json()) as Omit<SyncAnswer, "code">) };
  }

  /** kubectl in this namespace; throws where it fails. */
  async kubectl(...args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await kubectl(this.#plane, [...args, "--namespace", this.place.name]);
    if (code !== 0) throw new Error(`kubectl ${args.join(" ")}: ${stderr}`);
    return stdout;
  }

  /** What there is and what happened, for whoever has to find out why something failed. */
  async story(): Promise<string> {
    const commands = [
      ["get", "tocsin"],
      ["get", "pods,deployments", "-o", "wide"],
      ["get", "events"],
    ];
    return (await Promise.all(commands.map((args) => this.kubectl(...args)))).join("\n");
  }
}

/** What a sync caller is answered. */
export type SyncAnswer = {
  readonly code: number;
  readonly status: string;
  readonly output?: string;
  readonly runName: string;
};
