import { Pool } from "undici";
import type { ControlPlane } from "../../cluster/control-plane/control-plane.ts";
import { builtBundles } from "../../support/built-bundles.ts";
import { BUILT_OPERATOR, OperatorReplica } from "../../support/operator/operator-replica.ts";
import { type BenchModel, serveBenchModel } from "../load/bench-model.ts";
import { seedChain } from "../system/chain.ts";
import { BenchCluster } from "./bench-cluster.ts";

/** What the agent takes at once: no run has to wait for a place. */
const MAX_TASKS = 100;

/** As the image has them (Dockerfile). */
const IMAGE_FLAGS = "--max-semi-space-size=8";

/** An operator at work in a namespace, and who calls it and answers it. */
export type Running = { readonly pool: Pool; readonly model: BenchModel; readonly cluster: BenchCluster };

/** Has an operator lead, with agents in its process, a chain of so many steps and a model that answers at once. */
export async function withOperator(
  plane: ControlPlane,
  chain: { readonly steps: number; readonly callers: number },
  work: (running: Running) => Promise<void>,
): Promise<void> {
  const cluster = await BenchCluster.make(plane);
  const { namespace } = cluster;
  const { steps, callers } = chain;
  const plan = { namespace, replicas: 1, maxConcurrentTasks: MAX_TASKS, steps };
  await cluster.withStore((store) => seedChain(store, plan));
  const model = await serveBenchModel(0);
  const replica = await startOperator(cluster, model.baseURL);
  const pool = new Pool(replica.webhookURL, { connections: callers });
  try {
    await replica.untilReady();
    await replica.untilLeading();
    await work({ pool, model, cluster });
  } finally {
    await pool.close();
    await replica.stop();
    model.close();
  }
}

/** Starts an operator of one namespace as the image has it, but with agents in its process. */
export async function startOperator(cluster: BenchCluster, providerURL: string): Promise<OperatorReplica> {
  const { plane, namespace } = cluster;
  const env = {
    TOCSIN_WATCH_NAMESPACES: namespace,
    TOCSIN_NAMESPACE: namespace,
    TOCSIN_AGENTS: "local",
    OPENAI_BASE_URL: providerURL,
    OPENAI_API_KEY: "none",
    NODE_OPTIONS: IMAGE_FLAGS,
    NODE_COMPILE_CACHE: "node_modules/.cache/node",
  };
  process.env[BUILT_OPERATOR] = (await builtBundles()).operator;
  return OperatorReplica.start({ kubeconfig: plane.kubeconfig, identity: "bench", env });
}
