/** Tasks through a server that passes requests on, as the API server's proxy does. */
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Agent } from "undici";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { HttpTasks } from "../../../../runtime/adapters/agents/http-tasks.ts";
import { TaskError, type TaskEvent } from "../../../../runtime/ports/tasks.ts";
import { TestAgentServer } from "../../../support/an-agent-server.ts";
import { anEndpoint } from "../../../support/an-endpoint.ts";
import { say } from "../../../support/fake-model.ts";

const test = suite("HttpTasks through a gateway");
const PREFIX = "/api/v1/namespaces/default/pods/writer-abcde:8080/proxy";
const endpoint = anEndpoint();
const never = new AbortController().signal;
let agent: TestAgentServer;
let gateway: Server;
let dispatcher: Agent;
let tasks: HttpTasks;
let forgotten = 0;
/** What the gateway says itself, in the place of the pod. */
let own: { readonly status: number; readonly body: unknown } | undefined;
let seen: string[] = [];

function passOn(from: IncomingMessage, to: ServerResponse): void {
  seen.push(`${from.method} ${from.url} ${from.headers.authorization ?? "nobody"}`);
  if (own !== undefined) {
    to.writeHead(own.status, { "content-type": "application/json" });
    to.end(JSON.stringify(own.body));
    return;
  }
  const { authorization: _, host: _h, ...headers } = from.headers;
  const url = `${agent.url}${from.url?.slice(PREFIX.length)}`;
  const passed = request(url, { method: from.method ?? "", headers }, (answer) => {
    to.writeHead(answer.statusCode ?? 0, answer.headers);
    answer.pipe(to);
  });
  from.pipe(passed);
}

test.before.each(async () => {
  [forgotten, own, seen] = [0, undefined, []];
  agent = await TestAgentServer.start();
  gateway = createServer(passOn);
  await new Promise<void>((resolve) => gateway.listen(0, "127.0.0.1", resolve));
  dispatcher = new Agent();
  const baseURL = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}${PREFIX}`;
  const forget = () => {
    forgotten += 1;
  };
  const through = { dispatcher, headers: { Authorization: "Bearer of-the-operator" }, forget };
  tasks = new HttpTasks(() => ({ baseURL, token: "task-token-of-the-test", gateway: through }));
});

test.after.each(async () => {
  await tasks.close();
  await dispatcher.destroy();
  gateway.closeAllConnections();
  await new Promise((resolve) => gateway.close(resolve));
  await agent.close();
});

const aTask = (id = "t-1") => ({
  id,
  prompt: "hello",
  deadline: new Date(agent.clock.now().getTime() + 300_000),
});

async function refusalOf(call: Promise<unknown>): Promise<string> {
  const error = await call.catch((thrown: unknown) => thrown);
  return error instanceof TaskError ? error.refusal : "none";
}

async function all(events: AsyncIterable<TaskEvent>): Promise<TaskEvent[]> {
  const found: TaskEvent[] = [];
  for await (const event of events) found.push(event);
  return found;
}

test("start, are joined and are removed, with the gateway's credentials and the pod's token", async () => {
  agent.model.speak = () => say("done");
  const last = (await all(tasks.start(endpoint, aTask(), never))).at(-1);
  assert.is(last?.type, "result");
  assert.is((await all(tasks.join(endpoint, "t-1", never))).at(-1)?.type, "result");
  await tasks.remove(endpoint, "t-1");
  assert.equal(seen, [
    `POST ${PREFIX}/tasks Bearer of-the-operator`,
    `GET ${PREFIX}/tasks/t-1 Bearer of-the-operator`,
    `DELETE ${PREFIX}/tasks/t-1 Bearer of-the-operator`,
  ]);
});

test("take the pod's own refusals for what they are", async () => {
  const elsewhere = anEndpoint({ podUID: "another" });
  assert.is(await refusalOf(all(tasks.start(elsewhere, aTask(), never))), "Gone");
  assert.is(await refusalOf(all(tasks.join(endpoint, "unknown", never))), "Unknown");
});

for (const status of [401, 403, 404, 429, 500, 502, 503, 504]) {
  test(`join again where the gateway itself answers ${status}: the pod may have the task`, async () => {
    own = { status, body: { kind: "Status", apiVersion: "v1", status: "Failure", message: "dial tcp" } };
    assert.is(await refusalOf(all(tasks.start(endpoint, aTask(), never))), "Unreachable");
    assert.is(await refusalOf(tasks.remove(endpoint, "t-1")), "Unreachable");
    assert.is(forgotten, status === 401 ? 2 : 0);
  });
}

test.run();
