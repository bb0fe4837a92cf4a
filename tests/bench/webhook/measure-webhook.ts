import { firePath } from "../../../lib/api/network.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { BENCH_PLACE, BENCH_TOKEN, seedIntake } from "../intake/seed-intake.ts";
import { openBenchStore } from "../load/open-bench-store.ts";
import { type Load, postLoad } from "../load/post-load.ts";
import { type Findings, quantile } from "../report/figure.ts";
import { startProcess } from "../standalone/start-process.ts";

const CONNECTIONS = 32;
const WINDOW_MS = 5_000;

/** Async fires while the leader of the same process counts and starts what they have stored. */
export async function measureWebhook(rounds: number): Promise<Findings> {
  const loads: Load[] = [];
  for (let round = 0; round < rounds; round++) loads.push(await load());
  const answers = (part: number) => loads.map(({ answersMs }) => quantile(answersMs, part));
  const what = `the leader at work, ${CONNECTIONS} connections`;
  return {
    figures: [
      { what: `async fires a second, ${what}`, unit: "/s", values: loads.map(({ perSecond }) => perSecond) },
      { what: "their answer, p50", unit: "ms", values: answers(0.5) },
      { what: "their answer, p99", unit: "ms", values: answers(0.99) },
    ],
  };
}

async function load(): Promise<Load> {
  using folder = temporaryFolder();
  const store = await openBenchStore(folder.path);
  await seedIntake(store);
  await store.close();
  const started = await startProcess(folder.path, []);
  try {
    return await postLoad({
      url: started.webhookURL,
      path: firePath(BENCH_PLACE.namespace, BENCH_PLACE.event),
      headers: { authorization: `Bearer ${BENCH_TOKEN}`, "content-type": "application/json" },
      body: () => JSON.stringify({ topic: "the history of bells" }),
      connections: CONNECTIONS,
      expected: 202,
      warmUpMs: 1_000,
      windowMs: WINDOW_MS,
    });
  } finally {
    await started.stop();
  }
}
