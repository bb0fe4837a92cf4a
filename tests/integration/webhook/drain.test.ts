import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { stringify } from "yaml";
import { API_VERSION } from "../../../lib/api/group.ts";
import { firePath } from "../../../lib/api/network.ts";
import { answerOf } from "../../support/an-answer.ts";
import { aStep, aTeamSpec } from "../../support/builders/a-team.ts";
import { allFrames } from "../../support/sse-frames.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const test = suite("a process that is told to stop");

/** A team of one step that nobody does, and an event that fires it. */
const manifests = [
  {
    kind: "AgentTeam",
    metadata: { name: "idlers" },
    spec: aTeamSpec({ steps: [aStep("wait", { service: "nobody" })] }),
  },
  {
    kind: "AgentEvent",
    metadata: { name: "alarm" },
    spec: { source: { type: "webhook" }, targets: [{ team: "idlers" }] },
  },
];

/** Counted when a fire is stored, right before its caller begins to wait. */
const FIRED = 'tocsin_fires_total{source="webhook",result="fired"}';
const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

type Operator = {
  readonly process: ChildProcess;
  /** Base address of the webhook endpoint. */
  readonly url: string;
  readonly metrics: string;
  readonly ended: Promise<number | null>;
};

async function start(folder: string): Promise<Operator> {
  const file = join(folder, "idle.yaml");
  writeFileSync(file, manifests.map((each) => stringify({ apiVersion: API_VERSION, ...each })).join("---\n"));
  const ports = Object.fromEntries(
    ["API", "WEBHOOK", "METRICS", "STAND_IN"].map((x) => [`TOCSIN_${x}_PORT`, "0"]),
  );
  const env = { ...process.env, ...ports, TOCSIN_DATA: folder };
  const args = [
    "--disable-warning=ExperimentalWarning",
    "runtime/cli/main.ts",
    "standalone",
    "--apply",
    file,
  ];
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const welcome = await new Promise<string>((resolve, reject) => {
    let text = "";
    child.stdout?.setEncoding("utf8").on("data", (chunk) => {
      text += chunk;
      if (text.includes("Ctrl-C")) resolve(text);
    });
    void ended.then((code) => reject(new Error(`it ended with ${code}: ${text}`)));
  });
  const [, url = ""] = /webhooks +(http:\S+?)\/triggers/.exec(welcome) ?? [];
  const [, metrics = ""] = /metrics +(http:\S+)/.exec(welcome) ?? [];
  return { process: child, url, metrics, ended };
}

test("answers who waits 504 and ends streams, both with the run's name, ends well, and goes on with the run when it is back", async () => {
  using folder = temporaryFolder();
  const first = await start(folder.path);
  const line = readFileSync(join(folder.path, "default-alarm.header"), "utf8").trim();
  const headers = { authorization: line.replace("Authorization: ", "") };
  const fire = (query: string) =>
    fetch(`${first.url}${firePath("default", "alarm")}${query}`, { method: "POST", headers });
  const waiting = Array.from({ length: 5 }, () => fire("?mode=sync&timeout=5m").then(answerOf));
  const async = await answerOf(await fire(""));
  const poll = (url: string, location: string | null) =>
    fetch(`${url}${location}`, { headers }).then(answerOf);
  assert.is((await poll(first.url, async.headers.get("location"))).body.status, "running");
  const stream = fire("?mode=sse&timeout=5m").then(allFrames);
  while (!(await (await fetch(first.metrics)).text()).includes(`${FIRED} 7\n`)) await pause();

  const askedAt = performance.now();
  first.process.kill("SIGTERM");
  const answers = await Promise.all(waiting);
  assert.is(await first.ended, 0);
  assert.ok(performance.now() - askedAt < 20_000, "it took too long to end");
  for (const { status, body } of answers) {
    assert.equal([status, body.code, body.status], [504, "ShuttingDown", "running"]);
  }
  const [name, last] = (await stream).at(-1) ?? [];
  assert.is(name, "stream.ended");
  assert.equal(
    [(last as { code: string }).code, (last as { status: string }).status],
    ["ShuttingDown", "running"],
  );

  const second = await start(folder.path);
  for (const { headers: found } of answers) {
    const { status, body } = await poll(second.url, found.get("location"));
    assert.equal([status, body.status], [200, "running"]);
  }
  second.process.kill("SIGTERM");
  assert.is(await second.ended, 0);
});

test.run();
