import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { HttpTasks } from "../../../../runtime/adapters/agents/http-tasks.ts";
import { TaskError, type TaskEvent } from "../../../../runtime/ports/tasks.ts";
import { TestAgentServer } from "../../../support/an-agent-server.ts";
import { anEndpoint } from "../../../support/an-endpoint.ts";
import { say } from "../../../support/fake-model.ts";
import { ScriptedAnswer } from "../../../support/scripted-answer.ts";

const test = suite("HttpTasks");
const endpoint = anEndpoint();
const never = new AbortController().signal;
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

function aTask(id = "t-1", prompt = "hello") {
  return { id, prompt, deadline: new Date(agent.clock.now().getTime() + 300_000) };
}

async function all(events: AsyncIterable<TaskEvent>): Promise<TaskEvent[]> {
  const seen: TaskEvent[] = [];
  for await (const event of events) seen.push(event);
  return seen;
}

async function refusal(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    assert.instance(error, TaskError);
    return (error as TaskError).refusal;
  }
  return "none";
}

/** Starts a task that says one piece, and reads up to it. */
async function begun(answer: ScriptedAnswer, id = "t-1", signal = never): Promise<AsyncIterator<TaskEvent>> {
  agent.model.speak = () => answer;
  const reader = tasks.start(endpoint, aTask(id), signal)[Symbol.asyncIterator]();
  answer.say("a");
  assert.equal((await reader.next()).value, { type: "token", text: "a" });
  return reader;
}

test("starts a task, delivers its tokens as they come, and its result", async () => {
  const answer = new ScriptedAnswer();
  const reader = await begun(answer);
  answer.say("b");
  assert.equal((await reader.next()).value, { type: "token", text: "b" });
  answer.stop({ prompt: 3, completion: 2 });
  const result = { type: "result", output: "ab", tokens: { prompt: 3, completion: 2 } };
  assert.equal((await reader.next()).value, result);
  assert.ok((await reader.next()).done);
  assert.equal(await all(tasks.join(endpoint, "t-1", never)), [{ type: "token", text: "ab" }, result]);
});

test("carries a long prompt and a long output unharmed", async () => {
  const output = '🔔"\n\u0000'.repeat(8_000);
  agent.model.speak = () => say(...(output.match(/.{1,999}/gsu) ?? []));
  const prompt = "ü\n".repeat(200_000);
  const events = await all(tasks.start(endpoint, aTask("t-1", prompt), never));
  const last = events.at(-1);
  assert.ok(last?.type === "result" && last.output === output);
  assert.ok(agent.model.streamed[0]?.prompt === prompt);
});

test("delivers a failure as it is", async () => {
  const answer = new ScriptedAnswer();
  const reader = await begun(answer);
  answer.cut();
  const { value } = await reader.next();
  assert.equal([value.type, value.reason, value.isRetryable], ["failure", "ProviderMalformedAnswer", true]);
});

test("leaves the task alone when its reader leaves, by breaking off or by its signal", async () => {
  const answer = new ScriptedAnswer();
  const abort = new AbortController();
  const first = await begun(answer, "t-1", abort.signal);
  const second = tasks.join(endpoint, "t-1", never)[Symbol.asyncIterator]();
  await second.next();
  await second.return?.();
  const waiting = refusal(first.next());
  abort.abort();
  assert.is(await waiting, "Unreachable");
  answer.stop();
  assert.is((await all(tasks.join(endpoint, "t-1", never))).at(-1)?.type, "result");
});

test("uses a connection again once a task has ended", async () => {
  let connections = 0;
  const count = () => {
    connections++;
  };
  subscribe("undici:client:connected", count);
  agent.model.speak = () => say("done");
  for (let i = 0; i < 5; i++) {
    await all(tasks.start(endpoint, aTask(`t-${i}`), never));
    await tasks.remove(endpoint, `t-${i}`);
  }
  unsubscribe("undici:client:connected", count);
  assert.ok(connections <= 2, `${connections} connections`);
});

test("removes a task, and does not mind one that is not there", async () => {
  await begun(new ScriptedAnswer());
  await tasks.remove(endpoint, "t-1");
  await tasks.remove(endpoint, "t-1");
  assert.is(await refusal(all(tasks.join(endpoint, "t-1", never))), "Unknown");
});

test("is Busy where the pod is full or draining", async () => {
  await begun(new ScriptedAnswer(), "t-1");
  await begun(new ScriptedAnswer(), "t-2");
  assert.is(await refusal(all(tasks.start(endpoint, aTask("t-3"), never))), "Busy");
  await tasks.remove(endpoint, "t-2");
  const closed = agent.server.close(1_000);
  assert.is(await refusal(all(tasks.start(endpoint, aTask("t-3"), never))), "Busy");
  await tasks.remove(endpoint, "t-1");
  await closed;
});

test("is Gone where another pod answers, or the address is not known any more", async () => {
  const other = anEndpoint({ podUID: "pod-uid-0" });
  assert.is(await refusal(all(tasks.start(other, aTask(), never))), "Gone");
  const lost = new HttpTasks(() => undefined);
  assert.is(await refusal(all(lost.start(endpoint, aTask(), never))), "Gone");
  assert.is(await refusal(lost.remove(endpoint, "t-1")), "Gone");
});

test("is Unauthorized with a token that the pod does not take", async () => {
  agent.token = "rotated";
  assert.is(await refusal(all(tasks.start(endpoint, aTask(), never))), "Unauthorized");
  assert.is(await refusal(tasks.remove(endpoint, "t-1")), "Unauthorized");
});

test("is Unreachable where nothing listens", async () => {
  const closed = new HttpTasks(() => ({ baseURL: "http://127.0.0.1:1", token: "x" }));
  assert.is(await refusal(all(closed.start(endpoint, aTask(), never))), "Unreachable");
  assert.is(await refusal(closed.remove(endpoint, "t-1")), "Unreachable");
  await closed.close();
});

test("takes a task that is rejected as such for a failure that no retry heals", async () => {
  const [event] = await all(tasks.start(endpoint, aTask("not/an/id"), never));
  assert.ok(event?.type === "failure");
  assert.equal([event.reason, event.isRetryable], ["TaskRejected", false]);
  assert.match(event.message, "the pod rejected the task: id has to be");
});

test.run();
