import { AgentEventResource } from "../../../lib/api/agent-event.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { startChild } from "../load/child.ts";
import { openBenchStore } from "../load/open-bench-store.ts";
import type { Findings, Series } from "../report/figure.ts";
import { seedSchedules } from "../standalone/seed-schedules.ts";
import { multiply, seedFinished } from "./seed-finished.ts";

const SIZES = [1_000, 10_000, 100_000] as const;
const KIB = 1_024;

/** What the caches take of events and of finished runs, by how many there are. */
export async function measureMemory(): Promise<Findings> {
  const base = await heapBytes(0, async () => {});
  const events = await bySize("events", base, async (folder, count) => {
    await seedSchedules(folder, 1, "0 9 1 1 *");
    await noteSeen(folder);
    await multiply(folder, "agentevents.tocsin.dev", count, "tick-0");
  });
  const runs = await bySize("finished runs", base, seedFinished);
  const each = (series: Series) => series.points.map(([size, kib]) => kib / size);
  const bend = (series: Series) => {
    const costs = each(series);
    return (costs.at(-1) ?? Number.NaN) / (costs[1] ?? Number.NaN);
  };
  return {
    figures: [
      ...SIZES.map((size, at) => ({
        what: `memory of an event, ${size} of them`,
        unit: "KiB" as const,
        values: [each(events)[at] ?? Number.NaN],
        goal: { atMost: 3 },
      })),
      ...SIZES.map((size, at) => ({
        what: `memory of a finished run, ${size} of them`,
        unit: "KiB" as const,
        values: [each(runs)[at] ?? Number.NaN],
        goal: { atMost: 4 },
      })),
      { what: "an event at 100,000 ÷ at 10,000: a straight line", unit: "×", values: [bend(events)] },
      { what: "a finished run at 100,000 ÷ at 10,000", unit: "×", values: [bend(runs)] },
      { what: "the heap without any", unit: "MB", values: [base / KIB / KIB] },
    ],
    plots: [
      { title: "Memory of the caches", x: "objects", y: "KiB beyond the base", series: [events, runs] },
    ],
  };
}

/** Gives the seeded event the status that a leader writes for it. */
async function noteSeen(folder: string): Promise<void> {
  const store = await openBenchStore(folder);
  const event = await store.get(AgentEventResource, { namespace: "default", name: "tick-0" });
  if (event === undefined) throw new Error("the event was seeded");
  const at = "2026-01-01T09:00:00.000Z";
  const condition = {
    type: "Ready",
    status: "True",
    reason: "Active",
    message: "the source is active",
  } as const;
  await store.replaceStatus(AgentEventResource, {
    ...event,
    status: {
      firedCount: 1,
      lastFiredAt: at,
      nextFireAt: "2027-01-01T09:00:00.000Z",
      ledger: { schedule: "0 9 1 1 *", since: at },
      conditions: [{ ...condition, lastTransitionTime: at, observedGeneration: 1 }],
      observedGeneration: 1,
    },
  });
  await store.close();
}

async function bySize(
  name: string,
  base: number,
  seed: (folder: string, count: number) => Promise<void>,
): Promise<Series> {
  const points: [number, number][] = [];
  for (const size of SIZES) {
    points.push([size, ((await heapBytes(size, (folder) => seed(folder, size))) - base) / KIB]);
  }
  return { name, points };
}

async function heapBytes(count: number, seed: (folder: string) => Promise<void>): Promise<number> {
  using folder = temporaryFolder();
  await seed(folder.path);
  const flags = ["--disable-warning=ExperimentalWarning", "--expose-gc"];
  const child = startChild("tests/bench/system/memory-process.ts", [folder.path], flags);
  const { heapBytes, events, runs } = await child.next<{ heapBytes: number; events: number; runs: number }>();
  await child.stop();
  if (events + runs !== count) throw new Error(`the caches hold ${events} events and ${runs} runs`);
  return heapBytes;
}
