import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { Pool } from "undici";
import { stringify } from "yaml";
import { API_VERSION } from "../../../lib/api/group.ts";
import { firePath } from "../../../lib/api/network.ts";
import { aStep, aTeamSpec } from "../../support/builders/a-team.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { startProcess } from "../standalone/start-process.ts";

/** What an endpoint took. */
export type WebhookFigures = { readonly perSecond: number; readonly answersMs: readonly number[] };

/** Posts async fires over so many connections for a while; every answer has to be a 202. */
export async function measureWebhook(connections: number, windowMs: number): Promise<WebhookFigures> {
  using folder = temporaryFolder();
  const file = join(folder.path, "bench.yaml");
  // Nobody does the step, so that what is measured is the fire and its accounting and no agent's work.
  const objects = [
    {
      kind: "AgentTeam",
      metadata: { name: "idlers" },
      spec: aTeamSpec({
        steps: [aStep("wait", { service: "nobody", timeoutSeconds: 86_400 })],
        timeoutSeconds: 86_400,
      }),
    },
    {
      kind: "AgentEvent",
      metadata: { name: "bench" },
      spec: {
        source: { type: "webhook" },
        targets: [{ team: "idlers", input: { topic: "{{ .trigger.body.topic }}" } }],
      },
    },
  ];
  writeFileSync(file, objects.map((each) => stringify({ apiVersion: API_VERSION, ...each })).join("---\n"));
  const started = await startProcess(folder.path, ["--apply", file]);
  const pool = new Pool(started.webhookURL, { connections });
  try {
    const line = readFileSync(join(folder.path, "default-bench.header"), "utf8").trim();
    const headers = {
      authorization: line.replace("Authorization: ", ""),
      "content-type": "application/json",
    };
    const answersMs: number[] = [];
    const endsAt = performance.now() + windowMs;
    const caller = async () => {
      while (performance.now() < endsAt) {
        const askedAt = performance.now();
        const body = JSON.stringify({ topic: "the history of bells" });
        const answer = await pool.request({
          method: "POST",
          path: firePath("default", "bench"),
          headers,
          body,
        });
        await answer.body.dump();
        if (answer.statusCode !== 202) throw new Error(`a fire was answered ${answer.statusCode}`);
        answersMs.push(performance.now() - askedAt);
      }
    };
    await Promise.all(Array.from({ length: connections }, caller));
    return { perSecond: answersMs.length / (windowMs / 1_000), answersMs };
  } finally {
    await pool.close();
    await started.stop();
  }
}
