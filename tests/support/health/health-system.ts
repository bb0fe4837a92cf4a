import { type Agent, AgentResource, type AgentSpec } from "../../../lib/api/agent.ts";
import { AgentEventResource } from "../../../lib/api/agent-event.ts";
import { type AgentRun, AgentRunResource } from "../../../lib/api/agent-run.ts";
import { AgentServiceResource } from "../../../lib/api/agent-service.ts";
import { AgentTeamResource } from "../../../lib/api/agent-team.ts";
import { type EventRecord, EventRecordType, NamespaceType, SecretType } from "../../../lib/api/core-types.ts";
import { API_VERSION } from "../../../lib/api/group.ts";
import { TokenSecretKey, tokenSecretName } from "../../../lib/api/keys.ts";
import { PinoLogger } from "../../../runtime/adapters/logging/pino-logger.ts";
import { readSettings } from "../../../runtime/composition/settings.ts";
import { type Standalone, startStandalone } from "../../../runtime/composition/standalone.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { sooner } from "./sooner.ts";

/** A line of the log, parsed. */
export type LoggedLine = Readonly<Record<string, unknown>> & { readonly message: string };

const meta = (namespace: string, name: string) => ({ metadata: { namespace, name } });
const EVENT = "work";

/** A whole standalone system on free ports, with its log in memory. */
export class HealthSystem {
  readonly standalone: Standalone;
  readonly log: string[];
  readonly folder: string;
  readonly #remove: () => void;

  private constructor(standalone: Standalone, log: string[], folder: ReturnType<typeof temporaryFolder>) {
    this.standalone = standalone;
    this.log = log;
    this.folder = folder.path;
    this.#remove = () => folder[Symbol.dispose]();
  }

  static async start(environment: Readonly<Record<string, string>> = {}): Promise<HealthSystem> {
    const folder = temporaryFolder();
    const log: string[] = [];
    const ports = ["API", "WEBHOOK", "METRICS", "STAND_IN"].map((name) => [`TOCSIN_${name}_PORT`, "0"]);
    const settings = readSettings({
      ...Object.fromEntries(ports),
      TOCSIN_DATA: folder.path,
      TOCSIN_FIRE_RATE: "0",
      ...environment,
    });
    const logger = PinoLogger.open("debug", { write: (line) => void log.push(line) });
    return new HealthSystem(await startStandalone(settings, { logger }), log, folder);
  }

  /** Lines of the log with this message. */
  logged(message: string): readonly LoggedLine[] {
    return this.log.map((line) => JSON.parse(line) as LoggedLine).filter((line) => line.message === message);
  }

  /** Makes a webhook event for a team of one step, done by a service of all agents that do `work`. */
  async addWork(namespace: string, step: { readonly timeoutSeconds: number; readonly retries: number }) {
    const { store } = this.standalone;
    const common = { apiVersion: API_VERSION } as const;
    await store.create(NamespaceType, { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
    await store.create(AgentServiceResource, {
      ...common,
      ...meta(namespace, "desk"),
      kind: "AgentService",
      spec: { selector: { matchLabels: { does: "work" } } },
    });
    await store.create(AgentTeamResource, {
      ...common,
      ...meta(namespace, "team"),
      kind: "AgentTeam",
      spec: {
        steps: [{ name: "do", service: "desk", prompt: "{{ .input.id }}", ...step }],
        timeoutSeconds: 600,
        runHistoryLimit: { succeeded: 1_000, failed: 1_000 },
      },
    });
    await store.create(AgentEventResource, {
      ...common,
      ...meta(namespace, EVENT),
      kind: "AgentEvent",
      spec: {
        source: { type: "webhook" },
        targets: [{ team: "team", input: { id: "{{ .trigger.body.id }}" } }],
        concurrencyPolicy: "Allow",
        suspended: false,
      },
    });
  }

  /** Makes an agent that does `work`, probed by the meaning of its answers each second unless told otherwise. */
  async addAgent(namespace: string, name: string, spec: Partial<AgentSpec> = {}): Promise<Agent> {
    return this.standalone.store.create(AgentResource, {
      apiVersion: API_VERSION,
      kind: "Agent",
      metadata: { namespace, name, labels: { does: "work" } },
      spec: {
        model: name,
        replicas: 1,
        maxConcurrentTasks: 50,
        livenessProbe: { type: "semantic", intervalSeconds: 1 },
        ...spec,
      },
    });
  }

  /** Fires the event of a namespace; returns the name of its run. */
  async fire(namespace: string, id: string): Promise<string> {
    const response = await fetch(`${this.standalone.webhookURL}/triggers/${namespace}/${EVENT}/fire`, {
      method: "POST",
      headers: { Authorization: `Bearer ${await this.#token(namespace)}` },
      body: JSON.stringify({ id }),
    });
    const text = await response.text();
    if (response.status !== 202) throw new Error(`the fire was answered ${response.status}: ${text}`);
    return (JSON.parse(text) as { runs: { runName: string }[] }).runs[0]?.runName ?? "";
  }

  agent(namespace: string, name: string): Promise<Agent | undefined> {
    return this.standalone.store.get(AgentResource, { namespace, name });
  }

  /** Resolves once so many pods of an agent are ready. */
  async ready(namespace: string, name: string, count = 1): Promise<void> {
    await sooner(
      async () => (await this.agent(namespace, name))?.status?.readyReplicas === count,
      `${namespace}/${name} has ${count} ready`,
    );
  }

  run(namespace: string, name: string): Promise<AgentRun | undefined> {
    return this.standalone.store.get(AgentRunResource, { namespace, name });
  }

  async runs(namespace: string): Promise<readonly AgentRun[]> {
    return (await this.standalone.store.list(AgentRunResource, { namespace })).items;
  }

  /** The Kubernetes Events about an agent, oldest first. */
  async recordsOf(namespace: string, name: string): Promise<readonly EventRecord[]> {
    const { items } = await this.standalone.store.list(EventRecordType, { namespace });
    return items.filter(
      ({ involvedObject }) => involvedObject.kind === "Agent" && involvedObject.name === name,
    );
  }

  async stop(): Promise<void> {
    await this.standalone.stop();
    this.#remove();
  }

  async #token(namespace: string): Promise<string> {
    const key = { namespace, name: tokenSecretName(EVENT) };
    let token: string | undefined;
    await sooner(async () => {
      token = (await this.standalone.store.get(SecretType, key))?.data?.[TokenSecretKey.token];
      return token !== undefined;
    }, `${namespace} has its token`);
    return Buffer.from(token ?? "", "base64").toString();
  }
}
