/**
 * `npm run bench [-- start storm webhook sse idle]`: figures of the standalone system. The machines are shared and noisy:
 * read them beside the goals, and compare ratios within one run.
 */
import { measureTokens } from "./sse/measure-tokens.ts";
import { measureIdleSchedules, measureStorm } from "./standalone/measure-schedules.ts";
import { measureStart } from "./standalone/measure-start.ts";
import { measureWebhook } from "./webhook/measure-webhook.ts";

type Row = { readonly what: string; readonly measured: string; readonly goal: string };

const STORM_EVENTS = 10_000;
const IDLE_EVENTS = 100_000;
const IDLE_WINDOW_MS = 60_000;

const benches: Record<string, () => Promise<readonly Row[]>> = {
  start: async () => {
    const { listeningMs, idleMB } = await measureStart();
    return [
      {
        what: "from start to listening, median of 5",
        measured: ms(quantile(listeningMs, 0.5)),
        goal: "≤ 1000 ms",
      },
      { what: "from start to listening, slowest of 5", measured: ms(Math.max(...listeningMs)), goal: "" },
      { what: "idle memory with the example", measured: `${idleMB.toFixed(0)} MB`, goal: "≤ 150 MB" },
    ];
  },
  storm: async () => {
    const { storedMs, answersMs } = await measureStorm(STORM_EVENTS);
    return [
      { what: `${STORM_EVENTS} schedules due at once: all stored after`, measured: ms(storedMs), goal: "" },
      { what: "a webhook's answer meanwhile, p50", measured: ms(quantile(answersMs, 0.5)), goal: "" },
      { what: "a webhook's answer meanwhile, p99", measured: ms(quantile(answersMs, 0.99)), goal: "" },
      {
        what: "a webhook's answer meanwhile, slowest",
        measured: ms(Math.max(...answersMs)),
        goal: "≤ 50 ms",
      },
    ];
  },
  webhook: async () => {
    const { perSecond, answersMs } = await measureWebhook(32, 10_000);
    return [
      { what: "async fires a second over 32 connections", measured: perSecond.toFixed(0), goal: "" },
      { what: "their answer, p50", measured: ms(quantile(answersMs, 0.5)), goal: "" },
      { what: "their answer, p99", measured: ms(quantile(answersMs, 0.99)), goal: "" },
    ];
  },
  sse: async () => {
    const rows: Row[] = [];
    for (const streams of [1, 20]) {
      const tookMs = await measureTokens(streams, 200);
      const what = `a model's token to ${streams} ${streams === 1 ? "stream" : "streams"}`;
      rows.push({ what: `${what}, p50`, measured: ms(quantile(tookMs, 0.5)), goal: "" });
      rows.push({ what: `${what}, p99`, measured: ms(quantile(tookMs, 0.99)), goal: "≤ 100 ms" });
    }
    return rows;
  },
  idle: async () => {
    const share = await measureIdleSchedules(IDLE_EVENTS, IDLE_WINDOW_MS);
    const measured = `${(share * 100).toFixed(2)} % of a core`;
    return [{ what: `${IDLE_EVENTS} schedules with nothing due`, measured, goal: "≤ 1 %" }];
  },
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => benches[name] === undefined);
if (unknown.length > 0) {
  console.error(`there is no bench ${unknown.join(", ")}; there are ${Object.keys(benches).join(", ")}`);
  process.exit(2);
}
for (const [name, run] of Object.entries(benches)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`\n${name} …`);
  for (const { what, measured, goal } of await run()) {
    console.log(`  ${what.padEnd(52)} ${measured.padStart(16)}   ${goal === "" ? "" : `goal ${goal}`}`);
  }
}

function ms(value: number): string {
  return `${value.toFixed(value < 10 ? 1 : 0)} ms`;
}

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
