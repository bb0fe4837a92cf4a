import { suite } from "uvu";
import * as assert from "uvu/assert";
import { MAX_JOINERS_PER_TASK, MAX_TASK_BODY_BYTES } from "../../../../runtime/domain/task/task-limits.ts";
import { Metric } from "../../../../runtime/ports/metrics.ts";
import { ModelError, ModelErrorReason } from "../../../../runtime/ports/model.ts";
import { TestAgentServer } from "../../../support/an-agent-server.ts";
import { say } from "../../../support/fake-model.ts";
import { ScriptedAnswer } from "../../../support/scripted-answer.ts";
import { allFrames, type SseFrame, sseFrames } from "../../../support/sse-frames.ts";

const test = suite("taskRoutes");
let agent: TestAgentServer;

test.before.each(async () => {
  agent = await TestAgentServer.start({ maxConcurrentTasks: 2, systemPrompt: "You write." });
});
test.after.each(() => agent.close());

/** Makes the model speak what the test says. */
function scripted(): ScriptedAnswer {
  const answer = new ScriptedAnswer();
  agent.model.speak = () => answer;
  return answer;
}

const textOf = (frames: readonly SseFrame[]) =>
  frames.map(([name, data]) => (name === "token" ? (data as { text: string }).text : "")).join("");

test("streams what the model says, then the result, and counts the tokens", async () => {
  agent.model.speak = () => say("one ", "two");
  const response = await agent.post({ id: "t-1", prompt: "count" });
  assert.is(response.headers.get("Content-Type"), "text/event-stream");
  const frames = await allFrames(response);
  assert.is(textOf(frames), "one two");
  assert.equal(frames.at(-1), ["result", { output: "one two", tokens: { prompt: 1, completion: 2 } }]);
  const [request] = agent.model.streamed;
  assert.equal([request?.model, request?.systemPrompt, request?.prompt], ["m-1", "You write.", "count"]);
  assert.is(agent.metrics.value(Metric.tokensTotal, { agent: "writer", direction: "completion" }), 2);
});

test("joins a task that is posted again, and replays what it has said", async () => {
  const answer = scripted();
  const first = sseFrames(await agent.post({ id: "t-1" }));
  answer.say("early ");
  assert.equal((await first.next()).value, ["token", { text: "early " }]);
  const second = sseFrames(await agent.post({ id: "t-1" }));
  assert.equal((await second.next()).value, ["token", { text: "early " }]);
  answer.say("late");
  assert.equal((await second.next()).value, ["token", { text: "late" }]);
  answer.stop();
  const result = ["result", { output: "early late", tokens: { prompt: 1, completion: 1 } }];
  assert.equal((await second.next()).value, result);
  assert.equal((await first.next()).value, ["token", { text: "late" }]);
  assert.equal((await first.next()).value, result);
  assert.is(agent.model.streamed.length, 1);
});

test("goes on with a task whose readers have left, and keeps the result until it is deleted", async () => {
  const answer = scripted();
  const abort = new AbortController();
  const reader = sseFrames(await agent.post({ id: "t-1" }, { signal: abort.signal }));
  answer.say("half ");
  await reader.next();
  abort.abort();
  await reader.next().catch(() => {});
  answer.say("whole");
  answer.stop();
  for (let i = 0; i < 2; i++) {
    const frames = await allFrames(await agent.call("/tasks/t-1"));
    assert.equal(frames.at(-1), ["result", { output: "half whole", tokens: { prompt: 1, completion: 1 } }]);
  }
  assert.is((await agent.call("/tasks/t-1", { method: "DELETE" })).status, 204);
  assert.is((await agent.call("/tasks/t-1")).status, 404);
});

test("never starts a task by a GET", async () => {
  assert.is((await agent.call("/tasks/t-1")).status, 404);
  assert.is((await agent.call("/tasks/%2e%2e%2f")).status, 404);
  assert.is(agent.model.streamed.length, 0);
});

test("stops a running task that is deleted, and tells its readers", async () => {
  scripted();
  const reader = sseFrames(await agent.post({ id: "t-1" }));
  assert.is((await agent.call("/tasks/t-1", { method: "DELETE" })).status, 204);
  const frame = (await reader.next()).value as SseFrame;
  assert.is((frame[1] as { reason: string }).reason, "Removed");
  assert.ok(agent.model.streamed[0]?.signal.aborted);
  assert.is((await agent.call("/tasks/t-1", { method: "DELETE" })).status, 204);
});

test("answers 409 where another pod is meant, whatever the task", async () => {
  const response = await agent.post({ id: "t-1", podUID: "pod-uid-0" });
  assert.is(response.status, 409);
  assert.is((await agent.call("/tasks/t-1")).status, 404);
});

test("answers 429 where the pod is full, but still lets readers join", async () => {
  scripted();
  for (const id of ["t-1", "t-2"]) assert.is((await agent.post({ id })).status, 200);
  const refused = await agent.post({ id: "t-3" });
  assert.equal([refused.status, refused.headers.get("Retry-After")], [429, "1"]);
  assert.is((await agent.post({ id: "t-1" })).status, 200);
  await agent.call("/tasks/t-1", { method: "DELETE" });
  assert.is((await agent.post({ id: "t-3" })).status, 200);
});

test("bounds the readers of one task, and forgets those who left", async () => {
  const answer = scripted();
  const abort = new AbortController();
  for (let i = 0; i < MAX_JOINERS_PER_TASK; i++)
    assert.is((await agent.post({ id: "t-1" }, { signal: abort.signal })).status, 200);
  assert.is((await agent.post({ id: "t-1" })).status, 429);
  abort.abort();
  let status = 429;
  while (status === 429) ({ status } = await agent.post({ id: "t-1" }));
  assert.is(status, 200);
  answer.stop();
});

test("says that it is alive while the model is silent", async () => {
  scripted();
  const reader = sseFrames(await agent.post({ id: "t-1" }));
  const beat = reader.next();
  await agent.timers.advance(4_999);
  await agent.timers.advance(1);
  assert.equal((await beat).value, ["", undefined]);
});

const endings = [
  {
    name: "a failed call",
    end: (a: ScriptedAnswer) => a.throw(timeout()),
    reason: "ProviderTimeout",
    again: true,
  },
  { name: "a refusal", end: (a: ScriptedAnswer) => a.throw(refusal()), reason: "ModelRefused", again: false },
  {
    name: "a stream cut off",
    end: (a: ScriptedAnswer) => a.cut(),
    reason: "ProviderMalformedAnswer",
    again: true,
  },
  {
    name: "an unknown error",
    end: (a: ScriptedAnswer) => a.throw(new Error("sk-1")),
    reason: "ProviderFailed",
    again: true,
  },
  {
    name: "too much output",
    end: (a: ScriptedAnswer) => a.say("é".repeat(32_769)),
    reason: "OutputTooLarge",
    again: false,
  },
];
const timeout = () => new ModelError(ModelErrorReason.timeout, "too late", { isRetryable: true });
const refusal = () => new ModelError(ModelErrorReason.refused, "it refused", { isRetryable: false });

for (const { name, end, reason, again } of endings) {
  test(`ends with ${reason} after ${name}`, async () => {
    const answer = scripted();
    const response = await agent.post({ id: "t-1" });
    answer.say("so far");
    end(answer);
    const frames = await allFrames(response);
    assert.is(textOf(frames), "so far");
    const [event, data] = frames.at(-1) ?? ["", {}];
    const failure = data as { reason: string; message: string; isRetryable: boolean };
    assert.equal([event, failure.reason, failure.isRetryable], ["failure", reason, again]);
    assert.not.match(JSON.stringify([frames, agent.logger.lines]), "sk-1");
  });
}

const malformed = [
  { name: "no JSON", body: "{", status: 400 },
  { name: "bad UTF-8", body: new Uint8Array([0x22, 0xff, 0x22]), status: 400 },
  { name: "no task", body: "{}", status: 400 },
  { name: "too large a body", body: "a".repeat(MAX_TASK_BODY_BYTES + 1), status: 413 },
];

for (const { name, body, status } of malformed) {
  test(`answers ${status} to ${name}`, async () => {
    const response = await agent.call("/tasks", { method: "POST", body });
    assert.is(response.status, status);
    assert.type(((await response.json()) as { error: string }).error, "string");
  });
}

test.run();
