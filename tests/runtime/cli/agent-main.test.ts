/** The agent's process as a pod runs it: files and environment in, port 8080 of an address of its own. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { AgentSpec } from "../../../lib/api/agent.ts";
import { HttpTasks } from "../../../runtime/adapters/agents/http-tasks.ts";
import { agentDocument } from "../../../runtime/domain/agent/agent-document.ts";
import type { TaskEvent } from "../../../runtime/ports/tasks.ts";
import { anAgent } from "../../support/a-local-host.ts";
import { anEndpoint } from "../../support/an-endpoint.ts";
import { TurningProvider } from "../../support/health/turning-provider.ts";
import { AgentProcess } from "../../support/pods/agent-process.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** Of 127.0.0.0/8, so that port 8080 is free whatever else this machine runs. */
const ADDRESS = `127.${80 + (process.pid % 100)}.${(process.pid >> 8) % 250}.7`;
const URL_OF_POD = `http://${ADDRESS}:8080`;
const POD_UID = "uid-of-the-pod";
const env = { POD_NAME: "writer-agent-1", POD_UID, TOCSIN_LISTEN: ADDRESS };
/** The provider has the whole interval, at most 15 s, to answer: on a busy machine a second is not enough to load a client. */
const semantic: Partial<AgentSpec> = { livenessProbe: { type: "semantic", intervalSeconds: 15 } };

const test = suite("agent-main");
let provider: TurningProvider;
let folder: ReturnType<typeof temporaryFolder>;
let agent: AgentProcess;
let tasks: HttpTasks;
let token = "token-1";

function start(spec: Partial<AgentSpec> = {}): Promise<void> {
  const document = agentDocument(anAgent(spec), provider.baseURL, undefined);
  const files = {
    "agent/spec.json": JSON.stringify(document),
    "tasks/token": token,
    "provider/key": "key-1\n",
  };
  agent = new AgentProcess(folder.path, files, env);
  return agent.says("agent serves");
}

test.before.each(async () => {
  token = "token-1";
  folder = temporaryFolder();
  provider = await TurningProvider.start({ holdsTasks: true });
  tasks = new HttpTasks(() => ({ baseURL: URL_OF_POD, token }));
});

test.after.each(async () => {
  agent.signal("SIGKILL");
  await agent.ended;
  await tasks.close();
  await provider.close();
  folder[Symbol.dispose]();
});

const never = new AbortController().signal;
const aTask = (id: string) => ({ id, prompt: `do ${id}`, deadline: new Date(Date.now() + 60_000) });
const statusOf = async (path: string) => (await fetch(`${URL_OF_POD}${path}`)).status;

async function resultOf(id: string): Promise<TaskEvent | undefined> {
  let last: TaskEvent | undefined;
  for await (const event of tasks.start(anEndpoint({ podUID: POD_UID }), aTask(id), never)) last = event;
  return last;
}

/** Waits until the provider has been asked so often. */
async function asked(count: number): Promise<void> {
  while (provider.calls.length < count) await new Promise((resolve) => setTimeout(resolve, 10));
}

test("serves probes and tasks, and works with the key and the token of its files as they are now", async () => {
  provider.release();
  await start();
  assert.is(await statusOf("/healthz"), 200);
  assert.is(await statusOf("/readyz"), 200);
  assert.is((await resultOf("t-1"))?.type, "result");
  assert.is(provider.calls.at(-1)?.authorization, "Bearer key-1");
  agent.write("provider/key", "key-2");
  agent.write("tasks/token", "token-2");
  token = "token-2";
  assert.is((await resultOf("t-2"))?.type, "result");
  assert.is(provider.calls.at(-1)?.authorization, "Bearer key-2");
  for (const secret of ["key-1", "key-2", "token-1", "token-2"]) assert.not.match(agent.output, secret);
});

test("asks the model for /readyz where its probe is semantic, and never for /healthz", async () => {
  provider.release();
  await start(semantic);
  assert.is(await statusOf("/healthz"), 200);
  assert.is(provider.calls.length, 0);
  assert.is(await statusOf("/readyz"), 200);
  assert.is(provider.calls.length, 1);
  const metrics = await (await fetch(`${URL_OF_POD}/metrics`)).text();
  assert.match(metrics, /^tocsin_readiness_checks_total\{verdict="Healthy"\} 1$/m);
  assert.not.match(metrics, "tocsin_leader");
  await provider.turnBad({ kind: "gone" });
  assert.is(await statusOf("/readyz"), 503);
  assert.is(await statusOf("/healthz"), 200);
  await provider.turnGood();
  assert.is(await statusOf("/readyz"), 200);
});

test("lets a task end before it goes, and takes no other meanwhile", async () => {
  await start();
  const result = resultOf("t-1");
  await asked(1);
  agent.signal("SIGTERM");
  await agent.says("agent drains");
  assert.is(await statusOf("/readyz"), 503);
  assert.is(await statusOf("/healthz"), 200);
  const refused = await resultOf("t-2").catch((error: Error) => error);
  assert.match((refused as Error).message, "503");
  provider.release();
  assert.is((await result)?.type, "result");
  await tasks.remove(anEndpoint({ podUID: POD_UID }), "t-1");
  assert.is(await agent.ended, 0, agent.output);
  assert.match(agent.output, "agent has stopped");
});

test("ends with a clear message where its files are missing", async () => {
  agent = new AgentProcess(folder.path, {}, env);
  assert.is(await agent.ended, 1);
  assert.match(agent.output, /tocsin agent: .*spec\.json/);
});

test.run();
