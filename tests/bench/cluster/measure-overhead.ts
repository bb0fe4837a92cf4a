import type { ControlPlane } from "../../cluster/control-plane/control-plane.ts";
import { type Findings, quantile } from "../report/figure.ts";
import { bareCalls, chainFigures, runChains } from "../system/measure-chain.ts";
import { withOperator } from "./with-operator.ts";

const STEPS = 5;
const RUNS = 15;

/** A chain of five steps on an operator, with agents in its process and a model that answers at once. */
export async function measureClusterOverhead(plane: ControlPlane, rounds: number): Promise<Findings> {
  const [steps, bares]: number[][] = [[], []];
  await withOperator(plane, { steps: STEPS, callers: 1 }, async ({ pool, model, cluster }) => {
    await runChains(pool, 5, cluster.namespace);
    for (let round = 0; round < rounds; round++) {
      const bare = quantile(await bareCalls(model, RUNS), 0.5);
      bares?.push(bare);
      steps?.push(quantile(await runChains(pool, RUNS, cluster.namespace), 0.5) / STEPS - bare);
    }
  });
  return { figures: chainFigures(steps ?? [], bares ?? [], 25) };
}
