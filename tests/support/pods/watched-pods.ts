import type { Agent } from "../../../lib/api/agent.ts";
import type { KubeObject, ObjectKey } from "../../../lib/api/object.ts";
import type { ResourceType } from "../../../lib/api/resource-type.ts";
import type { Deployment, Pod, ReplicaSet } from "../../../lib/api/workload-types.ts";
import { PodEndpoints } from "../../../runtime/adapters/agents/pod-endpoints.ts";
import { ObjectCache } from "../../../runtime/controller/object-cache.ts";
import type { Store } from "../../../runtime/ports/store.ts";
import { StoreError, StoreErrorReason } from "../../../runtime/ports/store-error.ts";
import { anAgent } from "../a-local-host.ts";
import { FakeClock } from "../fake-clock.ts";
import { FakeTimers } from "../fake-timers.ts";
import { SilentLogger } from "../silent-logger.ts";
import { aDeployment, aReplicaSet } from "./pod-objects.ts";

const fails = {
  onListenerError: (error: unknown) => {
    throw error;
  },
};

/** The pods of a cluster as its watches show them; ReplicaSets are read live. */
export class WatchedPods {
  readonly agents = new ObjectCache<Agent>(fails);
  readonly deployments = new ObjectCache<Deployment>(fails);
  readonly pods = new ObjectCache<Pod>(fails);
  readonly timers = new FakeTimers(new FakeClock());
  readonly told: string[] = [];
  readonly replicaSets = new Map<string, ReplicaSet>();
  reads = 0;
  isOut = false;
  readonly endpoints: PodEndpoints;

  constructor() {
    const store = { get: (_type: ResourceType, key: ObjectKey) => this.#read(key) } as unknown as Store;
    this.endpoints = new PodEndpoints(this, { store, timers: this.timers, logger: new SilentLogger() });
    this.endpoints.onChange((namespace, agent) => this.told.push(`${namespace}/${agent}`));
  }

  /** Adds an agent with its Deployment and ReplicaSet. */
  add(agent = anAgent()): ReplicaSet {
    const deployment = aDeployment(agent);
    const replicaSet = aReplicaSet(deployment);
    this.agents.upsert(agent);
    this.deployments.upsert(deployment);
    this.replicaSets.set(replicaSet.metadata.name, replicaSet);
    return replicaSet;
  }

  get names(): readonly string[] {
    return this.endpoints.of("default", "writer").map(({ pod }) => pod);
  }

  /** Lets the reads that are under way end. */
  async settled(): Promise<void> {
    for (let i = 0; i < 20; i++) await Promise.resolve();
  }

  async #read({ name }: ObjectKey): Promise<KubeObject | undefined> {
    this.reads += 1;
    if (this.isOut) throw new StoreError(StoreErrorReason.unavailable, "out of reach");
    return this.replicaSets.get(name);
  }
}
