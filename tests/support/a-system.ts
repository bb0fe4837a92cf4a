import { AgentResource } from "../../lib/api/agent.ts";
import { type AgentEvent, AgentEventResource, type AgentEventSpec } from "../../lib/api/agent-event.ts";
import { AgentServiceResource } from "../../lib/api/agent-service.ts";
import { AgentTeamResource, type AgentTeamSpec } from "../../lib/api/agent-team.ts";
import { type Secret, SecretType } from "../../lib/api/core-types.ts";
import { API_VERSION } from "../../lib/api/group.ts";
import { TokenSecretKey, tokenSecretName } from "../../lib/api/keys.ts";
import { firePath } from "../../lib/api/network.ts";
import { PinoLogger } from "../../runtime/adapters/logging/pino-logger.ts";
import { readSettings } from "../../runtime/composition/settings.ts";
import { type Seams, type Standalone, startStandalone } from "../../runtime/composition/standalone.ts";
import type { Store } from "../../runtime/ports/store.ts";
import { isStoreError, StoreErrorReason } from "../../runtime/ports/store-error.ts";
import { anAgentSpec } from "./an-agent-server.ts";
import { type Answer, answerOf, type Post, requestInit } from "./an-answer.ts";
import { aStep, aTeamSpec } from "./builders/a-team.ts";
import { anEvent } from "./builders/an-event.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const NAMESPACE = "default";
const meta = (name: string) => ({ apiVersion: API_VERSION, metadata: { name, namespace: NAMESPACE } });

/** A whole standalone system in this process, on free ports, with the stand-in model and its log in memory. */
export class TestSystem {
  readonly standalone: Standalone;
  readonly store: Store;
  readonly log: readonly string[];
  readonly #folder: ReturnType<typeof temporaryFolder>;

  static async start(
    environment: Readonly<Record<string, string>> = {},
    seams: Pick<Seams, "clock"> = {},
  ): Promise<TestSystem> {
    const folder = temporaryFolder();
    const ports = ["API", "WEBHOOK", "METRICS", "STAND_IN"].map((name) => [`TOCSIN_${name}_PORT`, "0"]);
    const own = { ...Object.fromEntries(ports), TOCSIN_DATA: folder.path };
    const log: string[] = [];
    const logger = PinoLogger.open("debug", { write: (line) => void log.push(line) });
    const settings = readSettings({ ...own, ...environment });
    const standalone = await startStandalone(settings, { ...seams, logger });
    return new TestSystem(standalone, log, folder);
  }

  private constructor(
    standalone: Standalone,
    log: readonly string[],
    folder: ReturnType<typeof temporaryFolder>,
  ) {
    this.standalone = standalone;
    this.store = standalone.store;
    this.log = log;
    this.#folder = folder;
  }

  /** Adds the team `writers` of one step, whose output is the agent's answer, and an agent that does it. */
  async addTeam(spec: Partial<AgentTeamSpec> = {}): Promise<void> {
    const labels = { does: "work" };
    await this.store.create(AgentResource, {
      kind: "Agent",
      ...meta("writer"),
      metadata: { name: "writer", namespace: NAMESPACE, labels },
      spec: anAgentSpec({ model: "any", maxConcurrentTasks: 50 }),
    });
    const selector = { matchLabels: labels };
    await this.store.create(AgentServiceResource, {
      kind: "AgentService",
      ...meta("desk"),
      spec: { selector },
    });
    const steps = [aStep("write", { prompt: "Write about {{ .input.topic }}." })];
    const team = aTeamSpec({ input: { topic: "bells" }, steps, ...spec });
    await this.store.create(AgentTeamResource, { kind: "AgentTeam", ...meta("writers"), spec: team });
  }

  /** Adds a team of one step that nobody does: its runs are under way until the step's time is up. */
  async addIdleTeam(name: string, timeoutSeconds: number): Promise<void> {
    const spec = aTeamSpec({ steps: [aStep("wait", { service: "nobody", timeoutSeconds })] });
    await this.store.create(AgentTeamResource, { kind: "AgentTeam", ...meta(name), spec });
  }

  /** Adds a webhook event for `writers`, `alarm` unless named. */
  addEvent(spec: Partial<AgentEventSpec> = {}, name = "alarm"): Promise<AgentEvent> {
    return this.store.create(AgentEventResource, { ...anEvent({ spec }), ...meta(name) });
  }

  async event(name = "alarm"): Promise<AgentEvent> {
    const event = await this.store.get(AgentEventResource, { namespace: NAMESPACE, name });
    if (event === undefined) throw new Error(`there is no event ${name}`);
    return event;
  }

  /** Waits until the leader has observed an event as it is. */
  async observed(name = "alarm"): Promise<void> {
    await this.eventually(async () => {
      const { metadata, status } = await this.event(name);
      return status?.observedGeneration === metadata.generation ? true : undefined;
    }, `${name} is observed`);
  }

  /** Changes an event's spec, whatever the leader writes meanwhile. */
  async changeEvent(spec: Partial<AgentEventSpec>, name = "alarm"): Promise<void> {
    const event = await this.event(name);
    try {
      await this.store.replace(AgentEventResource, { ...event, spec: { ...event.spec, ...spec } });
    } catch (error) {
      if (!isStoreError(error, StoreErrorReason.conflict)) throw error;
      await this.changeEvent(spec, name);
    }
  }

  tokenSecret(event = "alarm"): Promise<Secret | undefined> {
    return this.store.get(SecretType, { namespace: NAMESPACE, name: tokenSecretName(event) });
  }

  /** Replaces what an event's token Secret holds. */
  async setTokens(data: Readonly<Record<string, string>>, event = "alarm"): Promise<void> {
    const secret = await this.tokenSecret(event);
    if (secret === undefined) throw new Error(`${event} has no token Secret`);
    const encoded = Object.entries(data).map(([key, text]) => [key, Buffer.from(text).toString("base64")]);
    await this.store.replace(SecretType, { ...secret, data: Object.fromEntries(encoded) });
  }

  /** An event's token, as soon as it has one other than `before`. */
  async token(event = "alarm", before = ""): Promise<string> {
    return this.eventually(async () => {
      const encoded = (await this.tokenSecret(event))?.data?.[TokenSecretKey.token] ?? "";
      const token = Buffer.from(encoded, "base64").toString("utf8");
      return token === "" || token === before ? undefined : token;
    }, `${event} has another token`);
  }

  /** Posts to an event's fire endpoint with its token, unless the headers say otherwise. */
  async post({ query = "", event = "alarm", ...sent }: Post = {}): Promise<Answer> {
    const authorization = sent.headers?.["authorization"] ?? `Bearer ${await this.token(event)}`;
    const headers = { ...sent.headers, authorization };
    return this.call("POST", `${firePath(NAMESPACE, event)}${query}`, { ...sent, headers });
  }

  async call(method: string, path: string, sent: Omit<Post, "query" | "event"> = {}): Promise<Answer> {
    return answerOf(await fetch(`${this.standalone.webhookURL}${path}`, requestInit(method, sent)));
  }

  /** Waits until a look finds something. */
  async eventually<T>(look: () => Promise<T | undefined>, what: string): Promise<T> {
    const startedAt = performance.now();
    for (let found = await look(); ; found = await look()) {
      if (found !== undefined) return found;
      if (performance.now() - startedAt > LIMIT_MS) throw new Error(`it has not become so: ${what}`);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  async stop(): Promise<void> {
    await this.standalone.stop();
    this.#folder[Symbol.dispose]();
  }
}

/** Far more than anything on loopback takes, also on a busy machine. */
const LIMIT_MS = 20_000;
const PAUSE_MS = 5;
