import type { Agent } from "../../lib/api/agent.ts";
import { agentWorkloadName } from "../../lib/api/agent-pod.ts";
import { type Secret, SecretType } from "../../lib/api/core-types.ts";
import { taskSecretName } from "../../lib/api/keys.ts";
import type { Draft, KubeObject, ObjectKey } from "../../lib/api/object.ts";
import { AgentReason } from "../../lib/api/reason.ts";
import type { ResourceType } from "../../lib/api/resource-type.ts";
import {
  type Deployment,
  DeploymentType,
  NetworkPolicyType,
  ServiceType,
} from "../../lib/api/workload-types.ts";
import { agentDeployment } from "../domain/agent/agent-deployment.ts";
import { agentNetworkPolicy, type TaskSenders } from "../domain/agent/agent-network-policy.ts";
import type { PodFacts } from "../domain/agent/agent-pod-template.ts";
import type { AgentProblem } from "../domain/agent/agent-problem.ts";
import { agentService } from "../domain/agent/agent-service.ts";
import { keepRestart } from "../domain/agent/keep-restart.ts";
import { replicaFailure } from "../domain/agent/replica-failure.ts";
import { amended, hasHashOf, isControlledBy, withSpecHash } from "../domain/agent/spec-hash.ts";
import {
  observeTaskSecret,
  refilledTaskSecret,
  TASK_TOKEN_BYTES,
  taskSecretDraft,
} from "../domain/agent/task-secret.ts";
import type { Cache } from "../ports/cache.ts";
import type { Clock } from "../ports/clock.ts";
import type { Random } from "../ports/random.ts";
import type { Store } from "../ports/store.ts";

/** What creating agents' workloads stands on. */
export type AgentWorkloadParts = {
  readonly store: Store;
  readonly deployments: Cache<Deployment>;
  readonly secrets: Cache<Secret>;
  readonly senders: TaskSenders;
  readonly clock: Clock;
  readonly random: Random;
};

/** What is known of an agent's objects: how they were last found right. */
type Found = {
  /** Of the Deployment as it was last written; another one means that somebody else has changed its spec. */
  readonly generation: number | undefined;
  readonly check: Check;
};

/** When the rest was looked at, and for which state of the Agent's spec. */
type Check = { readonly atMs: number; readonly agentGeneration: number | undefined };

/** How often Services and policies are looked at: they are not watched, so what others do to them shows late. */
export const CHECK_EVERY_MS = 300_000;

/** Makes what agents' pods need, and keeps it as it has to be. Whatever goes, goes with its Agent. */
export class AgentWorkloads {
  readonly #parts: AgentWorkloadParts;
  /** By the agent's uid. */
  readonly #found = new Map<string, Found>();

  constructor(parts: AgentWorkloadParts) {
    this.#parts = parts;
  }

  /**
   * Brings an agent's objects in line, the Deployment last: its pods need the Secret, and the policy shall be there
   * before them. Returns what stands in the way. Throws StoreError.
   */
  async converge(agent: Agent, facts: PodFacts): Promise<AgentProblem | undefined> {
    const deployment = withSpecHash(agentDeployment(agent, facts));
    const check = this.#recentCheck(agent);
    const isDue = check === undefined;
    const problem = (await this.#keepTaskSecret(agent)) ?? (isDue ? await this.#keepRest(agent) : undefined);
    if (problem !== undefined) return problem;
    const { generation: agentGeneration } = agent.metadata;
    return this.#keepDeployment(agent, deployment, check ?? { atMs: this.#nowMs(), agentGeneration });
  }

  /** What keeps an agent's pods from being created, as the cluster has it. */
  obstacle(agent: Agent): AgentProblem | undefined {
    return replicaFailure(
      this.#parts.deployments.get(placeOf(agent, agentWorkloadName(agent.metadata.name))),
    );
  }

  /** Forgets an agent that is gone, or that a stranger's object is in the way of. */
  forget(agentUID: string): void {
    this.#found.delete(agentUID);
  }

  /** The last check, where it still counts. */
  #recentCheck({ metadata: { uid, generation } }: Agent): Check | undefined {
    const check = this.#found.get(uid)?.check;
    const isOld = check === undefined || this.#nowMs() - check.atMs >= CHECK_EVERY_MS;
    return isOld || check.agentGeneration !== generation ? undefined : check;
  }

  async #keepTaskSecret(agent: Agent): Promise<AgentProblem | undefined> {
    const { store, secrets } = this.#parts;
    const key = placeOf(agent, taskSecretName(agent.metadata.name));
    if (observeTaskSecret(agent, secrets.get(key)) === "good") return undefined;
    // The cache may be behind, and a token that pods have mounted must not be replaced.
    const secret = await store.get(SecretType, key);
    const state = observeTaskSecret(agent, secret);
    if (state === "foreign") return conflict("Secret", key);
    if (state === "missing") await store.create(SecretType, taskSecretDraft(agent, this.#newToken()));
    else if (state === "empty" && secret !== undefined)
      await store.replace(SecretType, refilledTaskSecret(secret, this.#newToken()));
    return undefined;
  }

  async #keepRest(agent: Agent): Promise<AgentProblem | undefined> {
    return (
      (await this.#keep(agent, NetworkPolicyType, agentNetworkPolicy(agent, this.#parts.senders))) ??
      (await this.#keep(agent, ServiceType, agentService(agent)))
    );
  }

  async #keep<T extends KubeObject>(
    agent: Agent,
    type: ResourceType<T>,
    wanted: Draft<T>,
  ): Promise<AgentProblem | undefined> {
    const { store } = this.#parts;
    const draft = withSpecHash(wanted);
    const key = placeOf(agent, draft.metadata.name);
    const standing = await store.get(type, key);
    if (standing === undefined) await store.create(type, draft);
    else if (!isControlledBy(standing, agent.metadata.uid)) return conflict(type.kind, key);
    else if (!hasHashOf(standing, draft)) await store.replace(type, amended(standing, draft));
    return undefined;
  }

  async #keepDeployment(
    agent: Agent,
    draft: Draft<Deployment>,
    check: Check,
  ): Promise<AgentProblem | undefined> {
    const { store, deployments } = this.#parts;
    const { uid } = agent.metadata;
    const key = placeOf(agent, agentWorkloadName(agent.metadata.name));
    // One without our label is not in the cache, and neither is one that was made a moment ago.
    const standing = deployments.get(key) ?? (await store.get(DeploymentType, key));
    if (standing !== undefined && !isControlledBy(standing, uid)) return conflict("Deployment", key);
    if (standing === undefined) {
      const made = await store.create(DeploymentType, draft);
      this.#found.set(uid, { generation: made.metadata.generation, check });
      return undefined;
    }
    const { generation } = standing.metadata;
    const isAsWritten = this.#found.get(uid)?.generation === generation && hasHashOf(standing, draft);
    // A new leader writes once what it finds; where nothing differs, the server keeps the version.
    const wanted = amended(standing, keepRestart(draft, standing));
    const kept = isAsWritten ? standing : await store.replace(DeploymentType, wanted);
    if (!isAsWritten) deployments.remember(kept);
    this.#found.set(uid, { generation: kept.metadata.generation, check });
    return undefined;
  }

  #newToken(): string {
    return Buffer.from(this.#parts.random.bytes(TASK_TOKEN_BYTES)).toString("base64url");
  }

  #nowMs(): number {
    return this.#parts.clock.monotonicMs();
  }
}

function placeOf({ metadata: { namespace } }: Agent, name: string): ObjectKey {
  return { namespace, name };
}

function conflict(kind: string, { name }: ObjectKey): AgentProblem {
  const message = `a ${kind} "${name}" that does not belong to this Agent is in the way: delete or rename it`;
  return { reason: AgentReason.nameConflict, message };
}
