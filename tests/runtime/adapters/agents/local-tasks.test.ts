import { suite } from "uvu";
import * as assert from "uvu/assert";
import { LocalTasks } from "../../../../runtime/adapters/agents/local-tasks.ts";
import { TestAgentServer } from "../../../support/an-agent-server.ts";
import { anEndpoint } from "../../../support/an-endpoint.ts";
import { all, aTask, never, refusalOf, testTasks } from "../../../support/tasks-contract.ts";

const test = suite("LocalTasks");
const endpoint = anEndpoint();
let agent: TestAgentServer;
let tasks: LocalTasks;

test.before.each(async () => {
  agent = await TestAgentServer.start({ maxConcurrentTasks: 2 });
  tasks = new LocalTasks(({ podUID }) => (podUID === endpoint.podUID ? agent.server.tasks : undefined));
});
test.after.each(() => agent.close());

testTasks(test, () => ({ agent, tasks }));

test("is Gone where the pod is not there any more", async () => {
  const gone = anEndpoint({ podUID: "pod-uid-0" });
  assert.is(await refusalOf(all(tasks.start(gone, aTask(agent), never))), "Gone");
  assert.is(await refusalOf(all(tasks.join(gone, "t-1", never))), "Gone");
  assert.is(await refusalOf(tasks.remove(gone, "t-1")), "Gone");
});

test.run();
