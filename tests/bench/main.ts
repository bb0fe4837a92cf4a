/**
 * `npm run bench [-- intake storm …] [--rounds 3] [--out out/bench]`: figures of the standalone system, each beside its
 * baseline and its goal. The machines are shared and noisy: compare ratios within one run (docs/benchmarks.md).
 */
import { measureCli } from "./cli/measure-cli.ts";
import { measureIntake } from "./intake/measure-intake.ts";
import { type Findings, quantile } from "./report/figure.ts";
import { runBenches } from "./report/run-benches.ts";
import { measureTokens } from "./sse/measure-tokens.ts";
import { measureIdle } from "./standalone/measure-schedules.ts";
import { measureStart } from "./standalone/measure-start.ts";
import { measureOverhead } from "./system/measure-chain.ts";
import { measureGrowth } from "./system/measure-growth.ts";
import { measureMany } from "./system/measure-many.ts";
import { measureMemory } from "./system/measure-memory.ts";
import { measureSkew, measureStorm } from "./system/measure-storm.ts";
import { measureWebhook } from "./webhook/measure-webhook.ts";

const STORM_EVENTS = 10_000;
const SKEW_EVENTS = 1_000;
const IDLE_EVENTS = 100_000;
const IDLE_WINDOW_MS = 120_000;

await runBenches(
  "standalone",
  {
    intake: measureIntake,
    webhook: measureWebhook,
    sse: measureStreams,
    storm: (rounds) => measureStorm(STORM_EVENTS, rounds),
    skew: (rounds) => measureSkew(SKEW_EVENTS, rounds),
    overhead: measureOverhead,
    many: measureMany,
    memory: measureMemory,
    start: measureStart,
    cli: measureCli,
    idle: () => measureIdle(IDLE_EVENTS, IDLE_WINDOW_MS),
    growth: measureGrowth,
  },
  process.argv.slice(2),
);

/** How long a model's token takes to those that stream its run. */
async function measureStreams(): Promise<Findings> {
  const figures: Findings["figures"][number][] = [];
  for (const streams of [1, 20]) {
    const tookMs = await measureTokens(streams, 200);
    const what = `a model's token to ${streams} ${streams === 1 ? "stream" : "streams"}`;
    figures.push({ what: `${what}, p50`, unit: "ms", values: [quantile(tookMs, 0.5)] });
    figures.push({
      what: `${what}, p99`,
      unit: "ms",
      values: [quantile(tookMs, 0.99)],
      goal: { atMost: 100 },
    });
  }
  return { figures };
}
