import { suite } from "uvu";
import * as assert from "uvu/assert";
import { TestAgentServer } from "../../../support/an-agent-server.ts";
import { ScriptedAnswer } from "../../../support/scripted-answer.ts";
import { allFrames } from "../../../support/sse-frames.ts";

const test = suite("serveAgent");
const HOUR_MS = 3_600_000;

test("drains: turns new tasks and the prober away, and delivers what it has begun", async () => {
  const agent = await TestAgentServer.start();
  const answer = new ScriptedAnswer();
  agent.model.speak = () => answer;
  const reader = await agent.post({ id: "t-1" });
  const closed = agent.server.close(HOUR_MS);
  const refused = await agent.post({ id: "t-2" });
  assert.equal([refused.status, refused.headers.get("Retry-After")], [503, "1"]);
  assert.is((await agent.call("/readyz")).status, 503);
  assert.is((await agent.call("/healthz")).status, 200);
  answer.say("done");
  answer.stop();
  assert.is((await allFrames(reader)).at(-1)?.[0], "result");
  assert.is((await agent.call("/tasks/t-1", { method: "DELETE" })).status, 204);
  await closed;
  await agent.call("/healthz").then(
    () => assert.unreachable("it still listens"),
    () => {},
  );
  assert.is(agent.timers.pending, 0);
});

test("tells its readers when the grace ends before the task", async () => {
  const agent = await TestAgentServer.start();
  agent.model.speak = () => new ScriptedAnswer();
  const reader = await agent.post({ id: "t-1" });
  const closed = agent.server.close(1_000);
  await agent.timers.advance(1_000);
  const [event, failure] = (await allFrames(reader)).at(-1) ?? [];
  assert.equal([event, (failure as { reason: string }).reason], ["failure", "PodStopped"]);
  await closed;
});

test("never asks the model of an agent that is probed by ping", async () => {
  const agent = await TestAgentServer.start();
  await agent.call("/readyz");
  assert.is(agent.model.asked.length, 0);
  await agent.close();
});

test.run();
