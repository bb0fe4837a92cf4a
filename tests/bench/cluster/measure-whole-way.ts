import { performance } from "node:perf_hooks";
import type { Pool } from "undici";
import type { ControlPlane } from "../../cluster/control-plane/control-plane.ts";
import type { Findings } from "../report/figure.ts";
import { fireSync } from "../system/measure-chain.ts";
import { BareClient } from "./bare-client.ts";
import { withOperator } from "./with-operator.ts";
import { readWrittenRun } from "./written-run.ts";

/** Enough that neither the pace of an event's accounts (5 a second, protocols A3) nor an answer's way is the bound. */
const CALLERS = 64;
const RUNS = 400;
const CONNECTIONS = 16;
const BARE_MS = 5_000;
const GOAL = { atLeast: 0.7 };

/** From POST to the end of a one-step run, beside a bare client that makes as many writes, and one that makes the same. */
export async function measureWholeWay(plane: ControlPlane, rounds: number): Promise<Findings> {
  const [creates, same, rates, writesEach]: [number[], number[], number[], number[]] = [[], [], [], []];
  await withOperator(plane, { steps: 1, callers: CALLERS }, async ({ pool, cluster }) => {
    const bare = await BareClient.make(plane);
    await fireMany(pool, CALLERS, cluster.namespace);
    await cluster.untilQuiet();
    const written = await cluster.withStore((store) => readWrittenRun(store, cluster.namespace));
    for (let round = 0; round < rounds; round++) {
      const before = await cluster.writes();
      const tookMs = await fireMany(pool, RUNS, cluster.namespace);
      const writes = (await cluster.writes()) - before;
      const perSecond = writes / (tookMs / 1_000);
      await cluster.untilQuiet();
      creates.push(perSecond / (await bare.creates(CONNECTIONS, BARE_MS)).perSecond);
      same.push(perSecond / (await bare.sameWrites(written, CONNECTIONS, BARE_MS)));
      rates.push(RUNS / (tookMs / 1_000));
      writesEach.push(writes / RUNS);
    }
  });
  return {
    figures: [
      {
        what: "the whole way ÷ as many creates of a run by a bare client",
        unit: "×",
        values: creates,
        goal: GOAL,
      },
      { what: "the whole way ÷ a run's three writes by a bare client", unit: "×", values: same, goal: GOAL },
      { what: `one-step runs a second, ${CALLERS} callers that wait`, unit: "/s", values: rates },
      { what: "writes that a run took while it was timed", unit: "×", values: writesEach },
    ],
  };
}

/** Milliseconds until so many runs have ended, each asked for by a caller that waits for it. */
async function fireMany(pool: Pool, count: number, namespace: string): Promise<number> {
  let left = count;
  const startedAt = performance.now();
  const caller = async () => {
    while (left-- > 0) await fireSync(pool, namespace);
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return performance.now() - startedAt;
}
