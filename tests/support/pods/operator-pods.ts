import { OPERATOR_NAME, OPERATOR_NAMESPACE } from "../../../lib/api/group.ts";
import { OPERATOR_METRICS_PORT, WEBHOOK_PORT } from "../../../lib/api/network.ts";
import type { DeniedRequest } from "../../cluster/control-plane/audit-log.ts";
import type { ControlPlane } from "../../cluster/control-plane/control-plane.ts";
import { kubectl } from "../../cluster/control-plane/kubectl.ts";
import { until } from "../../cluster/control-plane/until.ts";
import { isReady, type Pod } from "../../cluster/node/a-pod.ts";
import { crashPod } from "../../cluster/node/crash-pod.ts";
import type { TestNode } from "../../cluster/node/test-node.ts";
import { LEADER_LEASE } from "../operator/leader-lease.ts";

const PODS = `/api/v1/namespaces/${OPERATOR_NAMESPACE}/pods`;
const SELECTOR = encodeURIComponent(`app.kubernetes.io/name=${OPERATOR_NAME}`);
const SLICES = `/apis/discovery.k8s.io/v1/namespaces/${OPERATOR_NAMESPACE}/endpointslices`;
const SLICE_SELECTOR = encodeURIComponent(`kubernetes.io/service-name=${OPERATOR_NAME}`);
const DEPLOYMENT = `deployment/${OPERATOR_NAME}`;
const REPLICAS = 2;
/** Far more than anything here takes, also on a busy machine. */
const LIMIT_MS = 120_000;

type Lease = { readonly spec?: { readonly holderIdentity?: string; readonly leaseTransitions?: number } };
type EndpointSlice = {
  readonly endpoints: readonly {
    readonly addresses: readonly string[];
    readonly conditions: { readonly ready?: boolean };
  }[];
};

/** The operator as a stranger installs it: the files of dist/, whose pods a kubelet runs. */
export class OperatorPods {
  readonly #plane: ControlPlane;
  readonly #node: TestNode;

  /** How much installations before this one were denied: as they were taken away, their roles went first. */
  #deniedBefore = 0;

  private constructor(plane: ControlPlane, node: TestNode) {
    this.#plane = plane;
    this.#node = node;
  }

  /** Applies dist/ and waits until every replica is ready. */
  static async install(plane: ControlPlane, node: TestNode): Promise<OperatorPods> {
    const operator = new OperatorPods(plane, node);
    operator.#deniedBefore = (await plane.deniedRequests(operator.user)).length;
    const { code, stderr } = await kubectl(plane, ["apply", "-f", "dist/"]);
    if (code !== 0) throw new Error(`kubectl apply -f dist/: ${stderr}`);
    await operator.untilReady();
    return operator;
  }

  /** The user that the operator is to the API server. */
  get user(): string {
    return `system:serviceaccount:${OPERATOR_NAMESPACE}:${OPERATOR_NAME}`;
  }

  /** Every request of it that the API server has denied. */
  async deniedRequests(): Promise<readonly DeniedRequest[]> {
    return (await this.#plane.deniedRequests(this.user)).slice(this.#deniedBefore);
  }

  /** Every pod of it that is not being taken down. */
  async pods(): Promise<readonly Pod[]> {
    const { items } = await this.#plane.client.call<{ items: Pod[] }>(`${PODS}?labelSelector=${SELECTOR}`);
    return items.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  }

  /** Waits until the kubelet calls all replicas ready, and one leads; what they say is in the error otherwise. */
  async untilReady(): Promise<void> {
    try {
      await until("the operator's pods ready", LIMIT_MS, async () => {
        const ready = (await this.pods()).filter(isReady);
        return ready.length === REPLICAS && (await this.urls()).length === REPLICAS ? true : undefined;
      });
      await this.untilLed();
    } catch (cause) {
      throw new Error(await this.story(), { cause });
    }
  }

  /** Addresses behind the Service, as whatever routes to it has them. */
  async urls(): Promise<readonly string[]> {
    const path = `${SLICES}?labelSelector=${SLICE_SELECTOR}`;
    const { items } = await this.#plane.client.call<{ items: EndpointSlice[] }>(path);
    return items
      .flatMap(({ endpoints }) => endpoints ?? [])
      .filter(({ conditions }) => conditions.ready === true)
      .flatMap(({ addresses }) => addresses)
      .map((address) => `http://${address}:${WEBHOOK_PORT}`);
  }

  /** Waits until a pod that runs leads, another than one that is given, and answers it. */
  async untilLed(otherThan?: string): Promise<Pod> {
    return await until("a leader", LIMIT_MS, async () => {
      const holder = (await this.#plane.client.tryGet<Lease>(LEADER_LEASE))?.spec?.holderIdentity ?? "";
      if (holder === "" || holder === otherThan) return undefined;
      const pod = (await this.pods()).find(({ metadata }) => holder.startsWith(`${metadata.name}_`));
      return pod !== undefined && (await leads(pod)) ? pod : undefined;
    });
  }

  /** How often the lead has gone from one to another. */
  async leaderChanges(): Promise<number> {
    return (await this.#plane.client.call<Lease>(LEADER_LEASE)).spec?.leaseTransitions ?? 0;
  }

  /** How many runs are under way. */
  async openRuns(): Promise<number> {
    return Math.max(0, ...(await Promise.all((await this.pods()).map(openRunsOf))));
  }

  /** A pod that does not lead. */
  async follower(): Promise<Pod> {
    const leader = await this.untilLed();
    const found = (await this.pods()).find(({ metadata }) => metadata.name !== leader.metadata.name);
    if (found === undefined) throw new Error("the leader is the only pod");
    return found;
  }

  /** Ends a pod's process as a failure does, and waits until the kubelet has started it again. */
  async kill(pod: Pod): Promise<void> {
    await crashPod(this.#plane, this.#node, pod);
  }

  /** Takes the operator away, but not the kinds of resources, and waits until its namespace is gone. */
  async uninstall(): Promise<void> {
    const limit = `--timeout=${LIMIT_MS / 1_000}s`;
    const { code, stderr } = await kubectl(this.#plane, ["delete", "-f", "dist/operator.k8s.yaml", limit]);
    if (code !== 0) throw new Error(`kubectl delete -f dist/operator.k8s.yaml: ${stderr}`);
  }

  /** Changes a setting of its pods, as a person would, and waits until all of them have it. */
  async set(name: string, value: string): Promise<void> {
    await this.#roll("set", "env", DEPLOYMENT, `${name}=${value}`);
  }

  /** Updates it to another image. */
  async setImage(image: string): Promise<void> {
    await this.#roll("set", "image", DEPLOYMENT, `operator=${image}`);
  }

  async #roll(...args: readonly string[]): Promise<void> {
    const own = ["--namespace", OPERATOR_NAMESPACE];
    for (const command of [args, ["rollout", "status", DEPLOYMENT, `--timeout=${LIMIT_MS / 1_000}s`]]) {
      const { code, stderr } = await kubectl(this.#plane, [...command, ...own]);
      if (code !== 0) throw new Error(`kubectl ${command.join(" ")}: ${stderr}\n${await this.story()}`);
    }
    await this.untilReady();
  }

  /** What the pods are and said last, for whoever has to find out why something failed. */
  async story(): Promise<string> {
    const own = ["--namespace", OPERATOR_NAMESPACE];
    const told = [
      ["get", "pods", "-o", "wide", ...own],
      ["get", "events", ...own],
      ["logs", "--prefix", "--tail=30", "--selector", `app.kubernetes.io/name=${OPERATOR_NAME}`, ...own],
    ].map(async (args) => (await kubectl(this.#plane, args)).stdout);
    return (await Promise.all(told)).join("\n");
  }
}

/** Whether a pod says itself that it leads. */
async function leads(pod: Pod): Promise<boolean> {
  return /^tocsin_leader 1$/m.test(await metricsOf(pod));
}

/** How many runs have not ended, as far as a pod knows. */
async function openRunsOf(pod: Pod): Promise<number> {
  const counts = (await metricsOf(pod)).matchAll(/^tocsin_runs\{phase="(?:Pending|Running)"\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** What a pod says of itself; nothing where it does not answer. */
async function metricsOf({ status }: Pod): Promise<string> {
  const url = `http://${status?.podIP}:${OPERATOR_METRICS_PORT}/metrics`;
  const answer = await fetch(url).catch(() => undefined);
  return (await answer?.text()) ?? "";
}
