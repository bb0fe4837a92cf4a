import { type Agent, AgentResource, type AgentSpec } from "../../../lib/api/agent.ts";
import { type Secret, SecretType } from "../../../lib/api/core-types.ts";
import { type Deployment, DeploymentType } from "../../../lib/api/workload-types.ts";
import type { SqliteStore } from "../../../runtime/adapters/sqlite/sqlite-store.ts";
import { ObjectCache } from "../../../runtime/controller/object-cache.ts";
import type { UnhealthyVerdict } from "../../../runtime/domain/agent/parse-verdict.ts";
import type { ProviderSecret } from "../../../runtime/domain/agent/provider-secret.ts";
import type { Occurrence } from "../../../runtime/ports/recorder.ts";
import type { Store } from "../../../runtime/ports/store.ts";
import { AgentWorkloads } from "../../../runtime/reconcilers/agent-workloads.ts";
import { PodAgentReconciler } from "../../../runtime/reconcilers/pod-agent-reconciler.ts";
import { anAgent } from "../a-local-host.ts";
import { anEndpoint } from "../an-endpoint.ts";
import { FakeClock } from "../fake-clock.ts";
import { openStore } from "../open-store.ts";
import { MovableEndpoints } from "../routing/movable-endpoints.ts";
import { SilentLogger } from "../silent-logger.ts";
import { WorkloadStore } from "./workload-store.ts";

const fails = {
  onListenerError: (error: unknown) => {
    throw error;
  },
};
const PROVIDER = "http://provider.example/v1";

/** An Agent, the store that its objects end in, and the reconciler that makes them. */
export class PodAgentSetup {
  static readonly key = { namespace: "default", name: "writer" };
  static readonly workload = { namespace: "default", name: "writer-agent" };
  readonly clock = new FakeClock("2026-01-01T00:00:00.000Z");
  readonly endpoints = new MovableEndpoints();
  readonly records: Occurrence[] = [];
  readonly agents = new ObjectCache<Agent>(fails);
  readonly deployments = new ObjectCache<Deployment>(fails);
  readonly secrets = new ObjectCache<Secret>(fails);
  /** What pods answer when they are asked why they are unhealthy, by name. */
  readonly verdicts = new Map<string, UnhealthyVerdict>();
  readonly store: WorkloadStore;
  readonly #sqlite: SqliteStore;
  providerSecret: ProviderSecret = {};
  providerBaseURL: string | undefined = PROVIDER;
  image = "tocsin:0.1.0";
  pullSecrets: readonly string[] = [];
  reconciler: PodAgentReconciler;

  private constructor(sqlite: SqliteStore) {
    this.#sqlite = sqlite;
    this.store = new WorkloadStore(sqlite);
    this.reconciler = this.newLeader();
  }

  static async with(spec: Partial<AgentSpec> = {}): Promise<PodAgentSetup> {
    const setup = new PodAgentSetup(await openStore());
    const { apiVersion, kind, spec: whole } = anAgent(spec);
    const draft = { apiVersion, kind, metadata: PodAgentSetup.key, spec: whole };
    setup.agents.upsert(await setup.#sqlite.create(AgentResource, draft));
    return setup;
  }

  /** A reconciler that remembers nothing, as another replica's. */
  newLeader(): PodAgentReconciler {
    const { agents, deployments, secrets, clock, endpoints, verdicts, records } = this;
    const store = this.store as unknown as Store;
    const senders = { operatorNamespace: "ops", isProxied: false };
    const random = { bytes: (count: number) => new Uint8Array(count).fill(7) } as never;
    this.reconciler = new PodAgentReconciler({
      store,
      agents,
      clock,
      endpoints,
      recorder: { record: (occurrence) => void records.push(occurrence) },
      logger: new SilentLogger(),
      workloads: new AgentWorkloads({ store, deployments, secrets, senders, clock, random }),
      verdicts: { whyUnhealthy: async ({ pod }) => verdicts.get(pod) },
      image: this.image,
      pullSecrets: this.pullSecrets,
      providerBaseURL: this.providerBaseURL,
      modelOverride: undefined,
      providerSecret: () => this.providerSecret,
    });
    return this.reconciler;
  }

  /** Reconciles once, and lets the watches catch up. */
  async reconcile() {
    const outcome = await this.reconciler.reconcile(PodAgentSetup.key);
    await this.catchUp();
    return outcome;
  }

  async catchUp(): Promise<void> {
    const deployment = await this.deployment();
    if (deployment === undefined) this.deployments.remove(PodAgentSetup.workload);
    else this.deployments.upsert(deployment);
    const secret = await this.secret();
    if (secret === undefined) this.secrets.remove({ namespace: "default", name: "writer-tasks" });
    else this.secrets.upsert(secret);
    const agent = await this.#sqlite.get(AgentResource, PodAgentSetup.key);
    if (agent === undefined) this.agents.remove(PodAgentSetup.key);
    else this.agents.upsert(agent);
  }

  /** Changes the Agent, as a person does. */
  async change(spec: Partial<AgentSpec>): Promise<void> {
    const agent = this.agents.get(PodAgentSetup.key);
    if (agent === undefined) throw new Error("there is no agent");
    this.agents.upsert(
      await this.#sqlite.replace(AgentResource, { ...agent, spec: { ...agent.spec, ...spec } }),
    );
  }

  deployment(): Promise<Deployment | undefined> {
    return this.store.get(DeploymentType, PodAgentSetup.workload);
  }

  secret(): Promise<Secret | undefined> {
    return this.#sqlite.get(SecretType, { namespace: "default", name: "writer-tasks" });
  }

  /** Has a pod be there, ready or not. */
  pod(pod: string, isReady: boolean, isTerminating = false): void {
    this.endpoints.set(anEndpoint({ pod, podUID: pod, isReady, isTerminating }));
  }

  /** Has a pod be there that the cluster does not get to run. */
  stuckPod(pod: string, trouble: UnhealthyVerdict): void {
    this.endpoints.set(anEndpoint({ pod, podUID: pod, isReady: false, trouble }));
  }

  get status() {
    return this.agents.get(PodAgentSetup.key)?.status ?? {};
  }

  /** Reason and message of the Ready condition. */
  get condition() {
    const { status, reason, message } = this.status.conditions?.[0] ?? {};
    return { status, reason, message };
  }

  /** The writes since the last call. */
  takeWrites(): readonly string[] {
    return this.store.writes.splice(0);
  }
}
