import { firePath } from "../../../lib/api/network.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { startChild } from "../load/child.ts";
import { type Load, postLoad } from "../load/post-load.ts";
import type { Findings } from "../report/figure.ts";
import { quantile } from "../report/figure.ts";
import { aRunBody } from "./a-run-body.ts";
import { BENCH_PLACE, BENCH_TOKEN } from "./seed-intake.ts";

const CONNECTIONS = 32;
const WARM_UP_MS = 2_000;
const WINDOW_MS = 4_000;

/** Async fires with no leader at work, beside bare servers that insert the same row. */
export async function measureIntake(rounds: number): Promise<Findings> {
  const [product, each, together]: Load[][] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    each?.push(await load("tests/bench/intake/bare-process.ts", ["each", aRunBody()]));
    product?.push(await load("tests/bench/intake/product-process.ts", []));
    together?.push(await load("tests/bench/intake/bare-process.ts", ["together", aRunBody()]));
  }
  const rates = (loads: readonly Load[] = []) => loads.map(({ perSecond }) => perSecond);
  const over = (loads: readonly Load[] = []) =>
    rates(product).map((rate, round) => rate / (rates(loads)[round] ?? Number.NaN));
  return {
    figures: [
      {
        what: "async fires a second, 32 connections",
        unit: "/s",
        values: rates(product),
        goal: { atLeast: 3_000 },
      },
      { what: "÷ bare server, one commit an insert", unit: "×", values: over(each), goal: { atLeast: 0.6 } },
      { what: "÷ bare server that commits a turn's inserts together", unit: "×", values: over(together) },
      { what: "bare server, one commit an insert", unit: "/s", values: rates(each) },
      { what: "bare server that commits together", unit: "/s", values: rates(together) },
      {
        what: "a fire's answer, p50",
        unit: "ms",
        values: (product ?? []).map(({ answersMs }) => quantile(answersMs, 0.5)),
      },
      {
        what: "a fire's answer, p99",
        unit: "ms",
        values: (product ?? []).map(({ answersMs }) => quantile(answersMs, 0.99)),
      },
    ],
  };
}

async function load(script: string, args: readonly string[]): Promise<Load> {
  using folder = temporaryFolder();
  const child = startChild(script, [folder.path, ...args]);
  try {
    const { url } = await child.next<{ url: string }>();
    return await postLoad({
      url,
      path: firePath(BENCH_PLACE.namespace, BENCH_PLACE.event),
      headers: { authorization: `Bearer ${BENCH_TOKEN}`, "content-type": "application/json" },
      body: () => JSON.stringify({ topic: "the history of bells" }),
      connections: CONNECTIONS,
      expected: 202,
      warmUpMs: WARM_UP_MS,
      windowMs: WINDOW_MS,
    });
  } finally {
    await child.stop();
  }
}
