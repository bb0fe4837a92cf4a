import type { Test } from "uvu";
import * as assert from "uvu/assert";
import { MAX_PROMPT_UNITS } from "../../runtime/domain/task/task-limits.ts";
import { type Task, TaskError, type TaskEvent, type Tasks } from "../../runtime/ports/tasks.ts";
import type { TestAgentServer } from "./an-agent-server.ts";
import { anEndpoint } from "./an-endpoint.ts";
import { say } from "./fake-model.ts";
import { ScriptedAnswer } from "./scripted-answer.ts";

const endpoint = anEndpoint();

/** Nobody stops reading. */
export const never = new AbortController().signal;

/** An agent that takes two tasks at once, and what gives it tasks. */
export type TasksSetting = { readonly agent: TestAgentServer; readonly tasks: Tasks };

/** A task that has five minutes by the agent's clock. */
export function aTask(agent: TestAgentServer, id = "t-1", prompt = "hello"): Task {
  return { id, prompt, deadline: new Date(agent.clock.now().getTime() + 300_000) };
}

/** Reads a task to its end. */
export async function all(events: AsyncIterable<TaskEvent>): Promise<TaskEvent[]> {
  const seen: TaskEvent[] = [];
  for await (const event of events) seen.push(event);
  return seen;
}

/** Why a call was refused; `none` where it was not. */
export async function refusalOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    assert.instance(error, TaskError);
    return (error as TaskError).refusal;
  }
  return "none";
}

/** Starts a task that says one piece, and reads up to it. */
async function begun(
  { agent, tasks }: TasksSetting,
  answer: ScriptedAnswer,
  id = "t-1",
  signal = never,
): Promise<AsyncIterator<TaskEvent>> {
  agent.model.speak = () => answer;
  const reader = tasks.start(endpoint, aTask(agent, id), signal)[Symbol.asyncIterator]();
  answer.say("a");
  assert.equal((await reader.next()).value, { type: "token", text: "a" });
  return reader;
}

/** What every implementation of the port has to do, with a connection to the pod or without one. */
export function testTasks(test: Test, what: () => TasksSetting): void {
  test("starts a task, delivers its tokens as they come, and its result", async () => {
    const { agent, tasks } = what();
    const answer = new ScriptedAnswer();
    const reader = await begun({ agent, tasks }, answer);
    answer.say("b");
    assert.equal((await reader.next()).value, { type: "token", text: "b" });
    answer.stop({ prompt: 3, completion: 2 });
    const result = { type: "result", output: "ab", tokens: { prompt: 3, completion: 2 } };
    assert.equal((await reader.next()).value, result);
    assert.ok((await reader.next()).done);
    assert.equal(await all(tasks.join(endpoint, "t-1", never)), [{ type: "token", text: "ab" }, result]);
  });

  test("carries a long prompt and a long output unharmed", async () => {
    const { agent, tasks } = what();
    const output = '🔔"\n\u0000'.repeat(8_000);
    agent.model.speak = () => say(...(output.match(/.{1,999}/gsu) ?? []));
    const prompt = "ü\n".repeat(200_000);
    const events = await all(tasks.start(endpoint, aTask(agent, "t-1", prompt), never));
    const last = events.at(-1);
    assert.ok(last?.type === "result" && last.output === output);
    assert.ok(agent.model.streamed[0]?.prompt === prompt);
  });

  test("delivers a failure as it is", async () => {
    const { agent, tasks } = what();
    const answer = new ScriptedAnswer();
    const reader = await begun({ agent, tasks }, answer);
    answer.cut();
    const { value } = await reader.next();
    assert.equal([value.type, value.reason, value.isRetryable], ["failure", "ProviderMalformedAnswer", true]);
  });

  test("leaves the task alone when its reader leaves, by breaking off or by its signal", async () => {
    const { agent, tasks } = what();
    const answer = new ScriptedAnswer();
    const abort = new AbortController();
    const first = await begun({ agent, tasks }, answer, "t-1", abort.signal);
    const second = tasks.join(endpoint, "t-1", never)[Symbol.asyncIterator]();
    await second.next();
    await second.return?.();
    const waiting = refusalOf(first.next());
    abort.abort();
    assert.is(await waiting, "Unreachable");
    answer.stop();
    assert.is((await all(tasks.join(endpoint, "t-1", never))).at(-1)?.type, "result");
  });

  test("removes a task, and does not mind one that is not there", async () => {
    const { agent, tasks } = what();
    await begun({ agent, tasks }, new ScriptedAnswer());
    await tasks.remove(endpoint, "t-1");
    await tasks.remove(endpoint, "t-1");
    assert.is(await refusalOf(all(tasks.join(endpoint, "t-1", never))), "Unknown");
  });

  test("is Busy where the pod is full or draining", async () => {
    const { agent, tasks } = what();
    await begun({ agent, tasks }, new ScriptedAnswer(), "t-1");
    await begun({ agent, tasks }, new ScriptedAnswer(), "t-2");
    assert.is(await refusalOf(all(tasks.start(endpoint, aTask(agent, "t-3"), never))), "Busy");
    await tasks.remove(endpoint, "t-2");
    const closed = agent.server.close(1_000);
    assert.is(await refusalOf(all(tasks.start(endpoint, aTask(agent, "t-3"), never))), "Busy");
    await tasks.remove(endpoint, "t-1");
    await closed;
  });

  test("takes a task that is rejected as such for a failure that no retry heals", async () => {
    const { agent, tasks } = what();
    const tooLong = "x".repeat(MAX_PROMPT_UNITS + 1);
    for (const [task, why] of [
      [aTask(agent, "not/an/id"), "id has to be"],
      [aTask(agent, "t-1", tooLong), "prompt has to be"],
    ] as const) {
      const [event] = await all(tasks.start(endpoint, task, never));
      assert.ok(event?.type === "failure");
      assert.equal([event.reason, event.isRetryable], ["TaskRejected", false]);
      assert.match(event.message, `the pod rejected the task: ${why}`);
    }
  });
}
