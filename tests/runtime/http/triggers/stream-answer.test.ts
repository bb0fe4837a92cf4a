import { suite } from "uvu";
import * as assert from "uvu/assert";
import { AgentRunResource, type StepStatus } from "../../../../lib/api/agent-run.ts";
import { runPath } from "../../../../lib/api/network.ts";
import { begun, ended, running, STARTED, Stream } from "../../../support/a-stream.ts";
import { WebhookServer } from "../../../support/a-webhook-server.ts";
import { anEndpoint } from "../../../support/an-endpoint.ts";

const test = suite<{ server: WebhookServer }>("answerStream");

test.before.each(async (context) => {
  context.server = await WebhookServer.start();
  context.server.endpoints.set(anEndpoint());
});
test.after.each(({ server }) => server.close());

test("tells of a fire from its acceptance to its end, with the tokens as they come", async ({ server }) => {
  const stream = await begun(server);
  const { runName } = stream;
  assert.is(stream.response.status, 200);
  const { headers } = stream.response;
  assert.is(headers.get("content-type"), "text/event-stream");
  assert.is(headers.get("cache-control"), "no-store");
  assert.is(headers.get("location"), runPath("default", "alarm", runName));
  assert.ok(headers.get("x-request-id"));

  server.tasks.say("task-1", "Bells ");
  await server.timers.advance(100);
  await stream.hearsText("Bells ");
  server.tasks.say("task-1", "ring.");
  await stream.hearsText("Bells ring.");
  server.clock.advance(1_400);
  const output = "Bells ring.";
  await server.setRun(runName, { steps: [ended(server, { output, tokens: { prompt: 3, completion: 2 } })] });
  await stream.hears("step.completed");
  await server.endRun(runName, "Bells ring. Indeed.");
  await stream.isOver();

  assert.is(stream.state, "ended");
  const known = { team: "writers", runName };
  const [accepted = ["", undefined], ...rest] = stream.frames.map(([name, data]) => [name, data]);
  assert.equal(accepted[0], "fire.accepted");
  const { taskID, ...fired } = accepted[1] as { taskID: string };
  assert.equal(fired, { fired: true, firedAt: STARTED, event: "alarm", runs: [known] });
  const requestId = headers.get("x-request-id");
  const last = { status: "succeeded", runName, taskID, requestId, runs: [{ ...known, status: "succeeded" }] };
  assert.equal(rest, [
    ["run.started", { ...known, startedAt: STARTED }],
    ["step.started", { ...known, step: "write", attempt: 1 }],
    ["token", { ...known, step: "write", attempt: 1, text: "Bells " }],
    ["token", { ...known, step: "write", attempt: 1, text: "ring." }],
    [
      "step.completed",
      {
        ...known,
        ...{ step: "write", status: "succeeded", attempts: 1, output, durationMs: 1_500 },
        tokens: { prompt: 3, completion: 2 },
      },
    ],
    ["run.completed", { ...known, status: "succeeded", output: "Bells ring. Indeed.", durationMs: 1_500 }],
    ["stream.ended", { ...last, durationMs: 1_500 }],
  ]);
});

test("gives a step's rest before its end where its pod can't be joined, so that tokens make up the output", async ({
  server,
}) => {
  server.endpoints.remove("pod-uid-1");
  const stream = await begun(server);
  await server.setRun(stream.runName, { steps: [ended(server, { output: "said elsewhere" })] });
  await stream.hears("step.completed");
  assert.equal(stream.names.slice(-2), ["token", "step.completed"]);
  assert.is(stream.text, "said elsewhere");
  assert.is(server.tasks.joins, 0);
});

test("tells of a step that ended between two looks, in the order in which it happened", async ({
  server,
}) => {
  const stream = await Stream.open(server);
  await stream.hears("fire.accepted");
  const at = (second: number) => `2026-01-01T00:00:0${second}.000Z`;
  const step = (name: string, from: number, to: number, parts: Partial<StepStatus> = {}) =>
    ended(server, { name, startedAt: at(from), attemptedAt: at(from), completedAt: at(to), ...parts });
  const steps = [
    step("last", 4, 5, { output: "c" }),
    step("first", 1, 2, { output: "" }),
    step("second", 2, 3, { output: "b" }),
  ];
  await server.setRun(stream.runName, { phase: "Succeeded", output: "c", startedAt: at(0), steps });
  await stream.isOver();
  const told = stream.frames.map(([name, data]) => [name, (data as { step?: string }).step]);
  assert.equal(told.slice(1, -2), [
    ["run.started", undefined],
    ["step.started", "first"],
    ["step.completed", "first"],
    ["step.started", "second"],
    ["token", "second"],
    ["step.completed", "second"],
    ["step.started", "last"],
    ["token", "last"],
    ["step.completed", "last"],
  ]);
});

test("tells of a failed step, of those that it took with it, and of the run's failure", async ({
  server,
}) => {
  const stream = await begun(server);
  server.tasks.say("task-1", "Half an ans");
  await server.timers.advance(100);
  await stream.hearsText("Half an ans");
  const steps = [
    ended(server, { phase: "Failed", error: "RateLimited: the provider answered 429" }),
    { name: "say", phase: "Skipped" as const, error: "step write, which it depends on, failed" },
  ];
  await server.setRun(stream.runName, { steps });
  await stream.hears("step.completed", 2);
  await server.endRun(stream.runName, "", "step write: RateLimited");
  await stream.isOver();
  const failures = stream.told("step.completed").map(({ step, status, error }) => [step, status, error]);
  assert.equal(failures.sort(), [
    ["say", "skipped", "step write, which it depends on, failed"],
    ["write", "failed", "RateLimited: the provider answered 429"],
  ]);
  const [failed] = stream.told("run.failed");
  assert.equal([failed.status, failed.error], ["failed", "step write: RateLimited"]);
  const [last] = stream.told("stream.ended");
  assert.equal(
    [last.status, last.runs[0].error, last.code],
    ["failed", "step write: RateLimited", undefined],
  );
  assert.is(server.tasks.joined, 0);
});

test("begins a step's text anew when the step is tried again", async ({ server }) => {
  const stream = await begun(server);
  server.tasks.say("task-1", "wrong");
  await server.timers.advance(100);
  await stream.hearsText("wrong");
  const { pod: _p, podUID: _u, taskID: _t, ...released } = running();
  const error = "PodStopped: the pod was stopped";
  await server.setRun(stream.runName, { steps: [{ ...released, phase: "Pending", error }] });
  await server.until(() => server.tasks.joined === 0);
  server.tasks.say("task-2", "ri");
  await server.setRun(stream.runName, { steps: [running({ attempts: 2, error })] });
  await stream.hears("step.started", 2);
  await server.timers.advance(100);
  await stream.hearsText("wrongri");
  await server.setRun(stream.runName, { steps: [ended(server, { attempts: 2, output: "right" })] });
  await stream.hears("step.completed");
  assert.equal(
    stream.told("step.started").map(({ attempt, previousError }) => [attempt, previousError]),
    [
      [1, undefined],
      [2, error],
    ],
  );
  const second = stream.told("token").filter(({ attempt }) => attempt === 2);
  assert.is(second.map(({ text }) => text).join(""), "right");
});

test("follows a task through broken connections without saying anything twice", async ({ server }) => {
  const stream = await begun(server);
  server.tasks.say("task-1", "again");
  await server.timers.advance(100);
  await stream.hearsText("again");
  server.tasks.breakConnections();
  server.tasks.say("task-1", "st");
  await server.timers.advance(5_000);
  await stream.hearsText("against");
  assert.is(stream.text, "against");
});

test("tells of all targets, each event with the run's name and team", async ({ server }) => {
  await server.addTeam("bell");
  await server.changeEvent({ targets: [{ team: "writers" }, { team: "bell" }] });
  const stream = await Stream.open(server);
  await stream.hears("fire.accepted");
  const runs: { team: string; runName: string }[] = stream.told("fire.accepted")[0].runs;
  for (const { runName } of runs) {
    const steps = [running({ taskID: `of-${runName}` })];
    await server.setRun(runName, { phase: "Running", steps });
  }
  await stream.hears("step.started", 2);
  for (const { runName } of runs) server.tasks.say(`of-${runName}`, runName);
  await server.timers.advance(100);
  await stream.hears("token", 2);
  for (const { runName, text } of stream.told("token")) assert.is(text, runName);
  await server.endRun(runs[0]?.runName ?? "", "done");
  await stream.hears("run.completed");
  assert.is(stream.state, "open");
  await server.endRun(runs[1]?.runName ?? "", "", "broken");
  await stream.isOver();
  assert.is(stream.told("run.failed")[0].team, "bell");
  const [last] = stream.told("stream.ended");
  assert.equal(
    [last.status, last.runs.map(({ status }: { status: string }) => status)],
    ["failed", ["succeeded", "failed"]],
  );
});

test("ends when the run is deleted, which cancels it", async ({ server }) => {
  const stream = await begun(server);
  await server.file.delete(AgentRunResource, { namespace: "default", name: stream.runName });
  await stream.isOver();
  assert.match(stream.told("run.failed")[0].error, /deleted/);
  assert.is(stream.told("stream.ended")[0].status, "failed");
});

test("ends for a run that was deleted before anybody looked", async ({ server }) => {
  server.store.after = async ({ method, kind, name = "" }) => {
    if (method !== "create" || kind !== "AgentRun") return;
    await server.until(() => server.world.runs.size === 1);
    await server.file.delete(AgentRunResource, { namespace: "default", name });
    await server.until(() => server.world.runs.size === 0);
  };
  const stream = await Stream.open(server);
  await stream.isOver();
  assert.equal(stream.names, ["fire.accepted", "run.failed", "stream.ended"]);
});

test("numbers its events from 1", async ({ server }) => {
  const stream = await begun(server);
  await server.endRun(stream.runName, "done");
  await stream.isOver();
  assert.equal(stream.ids, ["1", "2", "3", "4", "5"]);
});

test.run();
