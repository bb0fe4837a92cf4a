import { temporaryFolder } from "../../support/temporary-folder.ts";
import { residentMB, startProcess } from "./start-process.ts";

const ROUNDS = 5;
/** Long enough for the first probes and the lazy imports after the start. */
const IDLE_MS = 8_000;
const EXAMPLE = ["--apply", "dist/examples/research-desk.k8s.yaml"];

/** Times a start with the example, several times, and reads the memory of a process that has nothing to do. */
export async function measureStart(): Promise<{ listeningMs: number[]; idleMB: number }> {
  const listeningMs: number[] = [];
  let idleMB = 0;
  // The first start fills the compile cache, as the first `npm start` of a person does.
  for (let round = 0; round <= ROUNDS; round++) {
    using folder = temporaryFolder();
    const started = await startProcess(folder.path, EXAMPLE);
    if (round > 0) listeningMs.push(started.listeningMs);
    if (round === ROUNDS) {
      await new Promise((done) => setTimeout(done, IDLE_MS));
      idleMB = residentMB(started.pid);
    }
    await started.stop();
  }
  return { listeningMs, idleMB };
}
