/**
 * A whole standalone system from a data folder, whose wall clock the bench can set, and which tells when runs are
 * stored, how late the event loop is and what it holds. Told `{"set": <instant>}` it sets the clock, told
 * `{"ask": true}` it says how it stands, and `{"begin": true}` has it count the loop's delay anew.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { readSettings } from "../../../runtime/composition/settings.ts";
import { startStandalone } from "../../../runtime/composition/standalone.ts";
import { HookedStore } from "../../support/hooked-store.ts";
import { say, told } from "../load/child.ts";

/** How a system stands. */
export type Standing = {
  /** Instants, by its clock, at which creates of runs were answered. */
  readonly storedAtMs: readonly number[];
  readonly statusWrites: number;
  /** How late the event loop was, 99th percentile since it was asked last. */
  readonly loopDelayP99Ms: number;
  /** The same since the bench began to count. */
  readonly wholeDelayP99Ms: number;
  readonly residentMB: number;
};

/** How often the loop's delay is taken; what is taken has this much in it. */
const DELAY_RESOLUTION_MS = 5;

const [dataFolder = "", at = "", provider = "http://127.0.0.1:9/v1"] = process.argv.slice(2);

let offsetMs = at === "" ? 0 : Date.parse(at) - Date.now();
const clock = {
  now: () => new Date(Date.now() + offsetMs),
  monotonicMs: () => performance.now(),
};
const storedAtMs: number[] = [];
let hooked: HookedStore | undefined;
const [delay, wholeDelay] = [startDelay(), startDelay()];

const system = await startStandalone(
  readSettings({
    TOCSIN_DATA: dataFolder,
    TOCSIN_API_PORT: "0",
    TOCSIN_WEBHOOK_PORT: "0",
    TOCSIN_METRICS_PORT: "0",
    TOCSIN_FIRE_RATE: "0",
    TOCSIN_MAX_WAITERS: "6000",
    TOCSIN_MAX_SYNC_WAIT: "1h",
    OPENAI_BASE_URL: provider,
    OPENAI_API_KEY: "none",
  }),
  {
    clock,
    wrapStore: (store) => {
      hooked = new HookedStore(store);
      hooked.after = ({ method, kind }) => {
        if (method === "create" && kind === "AgentRun") storedAtMs.push(clock.now().getTime());
      };
      return hooked;
    },
  },
);
say({ webhookURL: system.webhookURL, metricsURL: system.metricsURL });
await told((line) => {
  const { set, begin } = line as { readonly set?: string; readonly begin?: boolean };
  if (set !== undefined) offsetMs = Date.parse(set) - Date.now();
  else if (begin === true) wholeDelay.reset();
  else say(standing());
});
await system.stop();

function standing(): Standing {
  const loopDelayP99Ms = p99Of(delay);
  delay.reset();
  return {
    storedAtMs: storedAtMs.splice(0),
    statusWrites: hooked?.count("replaceStatus") ?? 0,
    loopDelayP99Ms,
    wholeDelayP99Ms: p99Of(wholeDelay),
    residentMB: process.memoryUsage.rss() / 1_048_576,
  };
}

type Delay = ReturnType<typeof monitorEventLoopDelay>;

function startDelay(): Delay {
  const histogram = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
  histogram.enable();
  return histogram;
}

function p99Of(histogram: Delay): number {
  return Math.max(0, histogram.percentile(99) / 1e6 - DELAY_RESOLUTION_MS);
}
