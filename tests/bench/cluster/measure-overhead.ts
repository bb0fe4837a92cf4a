import type { ControlPlane } from "../../cluster/control-plane/control-plane.ts";
import { type Findings, quantile } from "../report/figure.ts";
import { bareCalls, chainFigures, runChains } from "../system/measure-chain.ts";
import { BareClient } from "./bare-client.ts";
import { withOperator } from "./with-operator.ts";

const STEPS = 5;
const RUNS = 15;
const BARE_MS = 3_000;
const GOAL_MS = 25;

/** A chain of five steps on an operator, with agents in its process and a model that answers at once. */
export async function measureClusterOverhead(plane: ControlPlane, rounds: number): Promise<Findings> {
  const [steps, models, creates]: [number[], number[], number[]] = [[], [], []];
  await withOperator(plane, { steps: STEPS, callers: 1 }, async ({ pool, model, cluster }) => {
    const bare = await BareClient.make(plane);
    await runChains(pool, 5, cluster.namespace);
    for (let round = 0; round < rounds; round++) {
      const modelMs = quantile(await bareCalls(model, RUNS), 0.5);
      models.push(modelMs);
      steps.push(quantile(await runChains(pool, RUNS, cluster.namespace), 0.5) / STEPS - modelMs);
      await cluster.untilQuiet();
      creates.push(quantile((await bare.creates(1, BARE_MS)).answersMs, 0.5));
    }
  });
  return {
    figures: [
      ...chainFigures(steps, models, GOAL_MS),
      // A step has one write that all else waits for (protocols F1).
      { what: "a bare create of a run, one connection, p50", unit: "ms", values: creates },
      {
        what: "a step beyond the model's ÷ a bare create",
        unit: "×",
        values: steps.map((stepMs, round) => stepMs / (creates[round] ?? Number.NaN)),
      },
    ],
  };
}
