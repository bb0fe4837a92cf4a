import { suite } from "uvu";
import * as assert from "uvu/assert";
import { LocalTasks } from "../../../../runtime/adapters/agents/local-tasks.ts";
import { MAX_JOINERS_PER_TASK } from "../../../../runtime/domain/task/task-limits.ts";
import { TestAgentServer } from "../../../support/an-agent-server.ts";
import { anEndpoint } from "../../../support/an-endpoint.ts";
import { ScriptedAnswer } from "../../../support/scripted-answer.ts";
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

test("is Busy where too many readers have joined a task", async () => {
  agent.model.speak = () => new ScriptedAnswer();
  const join = () => tasks.join(endpoint, "t-1", never)[Symbol.asyncIterator]();
  const readers = [tasks.start(endpoint, aTask(agent), never)[Symbol.asyncIterator]()];
  const waiting = readers.map((reader) => reader.next());
  await new Promise((resolve) => setImmediate(resolve));
  while (readers.length < MAX_JOINERS_PER_TASK) {
    const reader = join();
    readers.push(reader);
    waiting.push(reader.next());
  }
  assert.is(await refusalOf(join().next()), "Busy");
  agent.server.tasks.remove("t-1");
  assert.equal(new Set((await Promise.all(waiting)).map(({ value }) => value?.type)), new Set(["failure"]));
});

test.run();
