import { builtBundles } from "../../support/built-bundles.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import type { Figure, Findings } from "../report/figure.ts";
import { multiply, seedFinished } from "../system/seed-finished.ts";
import { seedSchedules } from "./seed-schedules.ts";
import { residentMB, startProcess } from "./start-process.ts";

/** Long enough for the first probes and the lazy imports after the start. */
const IDLE_MS = 8_000;
const EXAMPLE = ["--apply", "dist/examples/research-desk.k8s.yaml"];
const MANY = 10_000;
const SOURCE = "runtime/cli/main.ts";

/** Times starts from process start to ready: empty, with the example, and with 10,000 events and 10,000 runs. */
export async function measureStart(rounds: number): Promise<Findings> {
  const entries = [SOURCE, (await builtBundles()).tocsin];
  const figures: Figure[] = [];
  for (const entry of entries) {
    const from = `from start to ready, ${entry}`;
    const [empty, many]: number[][] = [[], []];
    // The first start fills the compile cache, as the first `npm start` of a person does.
    for (let round = 0; round <= rounds; round++) {
      const tookMs = await start(entry, []);
      if (round > 0) empty?.push(tookMs);
    }
    for (let round = 0; round < rounds; round++) many?.push(await start(entry, [], seedMany));
    figures.push(
      { what: `${from}, empty`, unit: "ms", values: empty ?? [], goal: { atMost: 400 } },
      {
        what: `${from}, ${MANY} events and ${MANY} runs`,
        unit: "ms",
        values: many ?? [],
        goal: { atMost: 1_000 },
      },
    );
  }
  return { figures: [...figures, ...(await withExample())] };
}

async function withExample(): Promise<readonly Figure[]> {
  using folder = temporaryFolder();
  const started = await startProcess(folder.path, EXAMPLE);
  await new Promise((done) => setTimeout(done, IDLE_MS));
  const idleMB = residentMB(started.pid);
  await started.stop();
  return [
    { what: "from start to ready, with the example", unit: "ms", values: [started.listeningMs] },
    { what: "idle memory with the example", unit: "MB", values: [idleMB], goal: { atMost: 150 } },
  ];
}

async function start(
  entry: string,
  args: readonly string[],
  seed: (folder: string) => Promise<void> = async () => {},
): Promise<number> {
  using folder = temporaryFolder();
  await seed(folder.path);
  const started = await startProcess(folder.path, args, {}, entry);
  await started.stop();
  return started.listeningMs;
}

/** Events that have not come yet, and runs of their own teams that have ended. */
async function seedMany(folder: string): Promise<void> {
  await seedFinished(folder, MANY);
  await seedSchedules(folder, 1, "0 9 29 2 *");
  await multiply(folder, "agentevents.tocsin.dev", MANY, "tick-0");
}
