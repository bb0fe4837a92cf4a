import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { stringify } from "yaml";
import { API_VERSION } from "../../../lib/api/group.ts";
import { firePath } from "../../../lib/api/network.ts";
import { anAgentSpec } from "../../support/an-agent-server.ts";
import { aStep, aTeamSpec } from "../../support/builders/a-team.ts";
import { SpokenProvider } from "../../support/spoken-provider.ts";
import { sseFrames } from "../../support/sse-frames.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { startProcess } from "../standalone/start-process.ts";

/** How fast the models speak: 20 words a second is what a large one does. */
const PAUSE_MS = 50;
const LABELS = { does: "work" };

const objects = (streams: number) => [
  {
    kind: "Agent",
    metadata: { name: "writer", labels: LABELS },
    spec: anAgentSpec({ model: "any", maxConcurrentTasks: streams }),
  },
  { kind: "AgentService", metadata: { name: "desk" }, spec: { selector: { matchLabels: LABELS } } },
  { kind: "AgentTeam", metadata: { name: "writers" }, spec: aTeamSpec({ steps: [aStep("write")] }) },
  {
    kind: "AgentEvent",
    metadata: { name: "bench" },
    spec: { source: { type: "webhook" }, targets: [{ team: "writers" }] },
  },
];

/** Opens streams, lets a provider speak words in all of them, and says how long each took from its mouth to a caller. */
export async function measureTokens(streams: number, words: number): Promise<readonly number[]> {
  using folder = temporaryFolder();
  const provider = await SpokenProvider.start();
  const file = join(folder.path, "bench.yaml");
  const yaml = objects(streams).map((each) => stringify({ apiVersion: API_VERSION, ...each }));
  writeFileSync(file, yaml.join("---\n"));
  const environment = { OPENAI_BASE_URL: provider.baseURL };
  const started = await startProcess(folder.path, ["--apply", file], environment);
  try {
    const line = readFileSync(join(folder.path, "default-bench.header"), "utf8").trim();
    const headers = { authorization: line.replace("Authorization: ", "") };
    const url = `${started.webhookURL}${firePath("default", "bench")}?mode=sse`;
    const spokenAt: number[] = [];
    const tookMs: number[] = [];
    const follow = async () => {
      const response = await fetch(url, { method: "POST", headers });
      let text = "";
      for await (const [name, data] of sseFrames(response)) {
        if (name !== "token") continue;
        const now = performance.now();
        const heard = text.length;
        text += (data as { text: string }).text;
        // Every word is one character long: what came together was spoken one after the other.
        for (let word = heard; word < text.length; word++) tookMs.push(now - (spokenAt[word] ?? now));
      }
    };
    const following = Array.from({ length: streams }, follow);
    while (provider.open < streams) await pause();
    for (let word = 0; word < words; word++) {
      spokenAt.push(performance.now());
      provider.say("x");
      await pause();
    }
    provider.stop();
    await Promise.all(following);
    if (tookMs.length !== streams * words) throw new Error(`${tookMs.length} words came`);
    return tookMs;
  } finally {
    await started.stop();
    await provider.close();
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
