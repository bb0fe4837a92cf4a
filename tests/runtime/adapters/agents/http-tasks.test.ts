import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { HttpTasks } from "../../../../runtime/adapters/agents/http-tasks.ts";
import { TestAgentServer } from "../../../support/an-agent-server.ts";
import { anEndpoint } from "../../../support/an-endpoint.ts";
import { say } from "../../../support/fake-model.ts";
import { all, aTask, never, refusalOf, testTasks } from "../../../support/tasks-contract.ts";

const test = suite("HttpTasks");
const endpoint = anEndpoint();
let agent: TestAgentServer;
let tasks: HttpTasks;

test.before.each(async () => {
  agent = await TestAgentServer.start({ maxConcurrentTasks: 2 });
  tasks = new HttpTasks(() => ({ baseURL: agent.url, token: "task-token-of-the-test" }));
});
test.after.each(async () => {
  await tasks.close();
  await agent.close();
});

testTasks(test, () => ({ agent, tasks }));

test("uses a connection again once a task has ended", async () => {
  let connections = 0;
  const count = () => {
    connections++;
  };
  subscribe("undici:client:connected", count);
  agent.model.speak = () => say("done");
  for (let i = 0; i < 5; i++) {
    await all(tasks.start(endpoint, aTask(agent, `t-${i}`), never));
    await tasks.remove(endpoint, `t-${i}`);
  }
  unsubscribe("undici:client:connected", count);
  assert.ok(connections <= 2, `${connections} connections`);
});

test("is Gone where another pod answers, or the address is not known any more", async () => {
  const other = anEndpoint({ podUID: "pod-uid-0" });
  assert.is(await refusalOf(all(tasks.start(other, aTask(agent), never))), "Gone");
  const lost = new HttpTasks(() => undefined);
  assert.is(await refusalOf(all(lost.start(endpoint, aTask(agent), never))), "Gone");
  assert.is(await refusalOf(lost.remove(endpoint, "t-1")), "Gone");
});

test("is Unauthorized with a token that the pod does not take", async () => {
  agent.token = "rotated";
  assert.is(await refusalOf(all(tasks.start(endpoint, aTask(agent), never))), "Unauthorized");
  assert.is(await refusalOf(tasks.remove(endpoint, "t-1")), "Unauthorized");
});

test("is Unreachable where nothing listens", async () => {
  const closed = new HttpTasks(() => ({ baseURL: "http://127.0.0.1:1", token: "x" }));
  assert.is(await refusalOf(all(closed.start(endpoint, aTask(agent), never))), "Unreachable");
  assert.is(await refusalOf(closed.remove(endpoint, "t-1")), "Unreachable");
  await closed.close();
});

test.run();
