import { suite } from "uvu";
import * as assert from "uvu/assert";
import { AgentRunResource } from "../../../lib/api/agent-run.ts";
import { begun, ended, running, Stream } from "../../support/a-stream.ts";
import { WebhookServer } from "../../support/a-webhook-server.ts";
import { anEndpoint } from "../../support/an-endpoint.ts";

const test = suite<{ server: WebhookServer }>("a webhook's streams");

test.before.each(async (context) => {
  context.server = await WebhookServer.start({ maxStreams: 2 });
  context.server.endpoints.set(anEndpoint());
});
test.after.each(({ server }) => server.close());

/** The last event, once the stream is over; nothing may be left of it in the server. */
async function lastOf(server: WebhookServer, stream: Stream) {
  await stream.isOver();
  await server.until(() => server.timers.pending === 0 && server.tasks.joined === 0);
  return stream.told("stream.ended")[0];
}

test("end at the timeout with the run's name, and the run goes on", async ({ server }) => {
  const stream = await begun(server, "?mode=sse&timeout=90s");
  server.tasks.say("task-1", "half");
  await server.timers.advance(89_000);
  assert.is(stream.state, "open");
  await server.timers.advance(1_000);
  const last = await lastOf(server, stream);
  assert.is(stream.state, "ended");
  assert.equal([last.status, last.code, last.durationMs], ["running", "Timeout", 90_000]);
  assert.equal([last.runName, last.runs[0].status], [stream.runName, "running"]);
  assert.match(last.error, /goes on/);
  const run = await server.file.get(AgentRunResource, { namespace: "default", name: stream.runName });
  assert.is(run?.status?.phase, "Running");
});

test("last 60 s unless told otherwise, and never longer than the bound", async ({ server }) => {
  const usual = await begun(server);
  await server.timers.advance(60_000);
  assert.is((await lastOf(server, usual)).durationMs, 60_000);
  const long = await begun(server, "?mode=sse&timeout=2000000h");
  await server.timers.advance(599_000);
  assert.is(long.state, "open");
  await server.timers.advance(1_000);
  assert.is((await lastOf(server, long)).code, "Timeout");
});

test("say that they are alive while nothing happens", async ({ server }) => {
  const stream = await begun(server);
  await server.timers.advance(15_000);
  await server.until(() => stream.frames.some(([name]) => name === ""));
  stream.leave();
});

test("end at once when the process is told to stop", async ({ server }) => {
  const stream = await begun(server);
  server.tasks.say("task-1", "half");
  await server.timers.advance(100);
  await stream.hearsText("half");
  server.triggers.shutDown();
  const last = await lastOf(server, stream);
  assert.equal([last.status, last.code, last.runName], ["running", "ShuttingDown", stream.runName]);
  assert.is((await server.post({ query: "?mode=sse" })).status, 503);
});

test("leave the tasks when their callers are gone, and the runs go on", async ({ server }) => {
  const stream = await begun(server);
  server.tasks.say("task-1", "half");
  await server.timers.advance(100);
  await stream.hearsText("half");
  assert.is(server.tasks.joined, 1);
  stream.leave();
  await server.until(() => server.tasks.joined === 0 && server.timers.pending === 0);
  const run = await server.file.get(AgentRunResource, { namespace: "default", name: stream.runName });
  assert.is(run?.status?.phase, "Running");
});

test("are bounded, and each place comes back however its stream ends", async ({ server }) => {
  for (let round = 0; round < 2; round++) {
    assert.is((await server.post({ query: "?mode=sse", body: "[]" })).status, 400);
    const left = await begun(server);
    const late = await begun(server, "?mode=sse&timeout=10s");
    const { status, headers, body } = await server.post({ query: "?mode=sse" });
    assert.equal([status, body.code, headers.get("retry-after")], [503, "TooManyStreams", "5"]);
    assert.is((await server.runs()).length, 2 + 2 * round);
    left.leave();
    await server.timers.advance(10_000);
    await lastOf(server, late);
  }
  assert.is((await server.post()).status, 202);
});

test("open no watch, and read no run while nothing ends", async ({ server }) => {
  const watches = server.watched.count("watch") + server.store.count("watch");
  const stream = await begun(server);
  const reads = server.store.count("get", "AgentRun");
  server.tasks.say("task-1", "a long story");
  await server.timers.advance(50_000);
  assert.is(server.store.count("get", "AgentRun"), reads);
  assert.is(server.watched.count("watch") + server.store.count("watch"), watches);
  stream.leave();
});

test("go on when the store was out of reach as a step ended", async ({ server }) => {
  const stream = await begun(server);
  let isOut = true;
  server.store.before = ({ method }) => {
    if (isOut && method === "get") server.store.failOn("get");
  };
  server.store.failOn("get");
  await server.setRun(stream.runName, { steps: [ended(server, { output: "kept" })] });
  await server.until(() => server.logger.lines.some(({ message }) => message.includes("can't be read")));
  assert.is(stream.state, "open");
  isOut = false;
  server.store.before = () => {};
  await server.timers.advance(1_000);
  await stream.hears("step.completed");
  assert.is(stream.text, "kept");
  stream.leave();
});

const answered: readonly [what: string, query: string, headers: Record<string, string>, status: number][] = [
  ["a wrong token", "?mode=sse", { authorization: "Bearer wrong" }, 401],
  ["a bad timeout", "?mode=sse&timeout=0s", {}, 400],
  ["a bad mode", "?mode=sse&mode=sync", {}, 400],
  ["a bad key", "?mode=sse", { "idempotency-key": "a b" }, 400],
];
for (const [what, query, headers, status] of answered) {
  test(`do not begin where there is ${what}`, async ({ server }) => {
    const answer = await server.post({ query, headers });
    assert.is(answer.status, status);
    assert.is(answer.headers.get("content-type"), "application/problem+json");
    assert.is((await server.runs()).length, 0);
  });
}

test("do not begin under Forbid while a run is active", async ({ server }) => {
  await server.changeEvent({ concurrencyPolicy: "Forbid" });
  const first = await begun(server);
  const { status, body } = await server.post({ query: "?mode=sse" });
  assert.equal([status, body.code, body.blockedBy], [409, "ConcurrencyForbidden", first.runName]);
  first.leave();
});

test("tell the whole story again to a replay, on the same run", async ({ server }) => {
  const headers = { "idempotency-key": "k" };
  const first = (await server.post({ headers })).body.runs[0].runName;
  await server.setRun(first, { phase: "Running", steps: [ended(server, { output: "kept" })] });
  await server.endRun(first, "kept");
  const stream = await Stream.open(server, { headers });
  await stream.isOver();
  assert.is(stream.told("fire.accepted")[0].replayed, true);
  assert.equal(
    [stream.runName, stream.text, stream.told("run.completed")[0].output],
    [first, "kept", "kept"],
  );
});

test("join at most 32 tasks at once, and give what the others said when their steps end", async ({
  server,
}) => {
  await server.addTeam("bell");
  await server.changeEvent({ targets: [{ team: "writers" }, { team: "bell" }] });
  const stream = await Stream.open(server);
  await stream.hears("fire.accepted");
  const names = Array.from({ length: 20 }, (_, index) => `s${index}`);
  const runs: { runName: string }[] = stream.told("fire.accepted")[0].runs;
  const work = (runName: string) => names.map((name) => running({ name, taskID: `${runName}.${name}` }));
  for (const { runName } of runs) {
    for (const { taskID = "" } of work(runName)) server.tasks.say(taskID, "x");
    await server.setRun(runName, { phase: "Running", steps: work(runName) });
  }
  await stream.hears("step.started", 40);
  await stream.hears("token", 32);
  assert.equal([server.tasks.joined, stream.told("token").length], [32, 32]);
  for (const { runName } of runs) {
    const steps = names.map((name) => ended(server, { name, output: "x" }));
    await server.setRun(runName, { steps });
  }
  await stream.hears("step.completed", 40);
  assert.equal([server.tasks.joined, stream.told("token").length], [0, 40]);
});

test("pass hostile values through as data", async ({ server }) => {
  const hostile = 'data: x\n\nevent: run.completed\ndata: {"a":1}\r\rid: 9\u2028\u0000\ud83d</script>';
  const stream = await begun(server);
  for (const piece of hostile) server.tasks.say("task-1", piece);
  await server.timers.advance(100);
  await stream.hearsText(hostile);
  assert.is(stream.text, hostile);
  await server.setRun(stream.runName, { steps: [ended(server, { output: hostile })] });
  await server.endRun(stream.runName, hostile, hostile);
  await lastOf(server, stream);
  assert.is(stream.told("step.completed")[0].output, hostile);
  assert.is(stream.told("run.failed")[0].error, hostile);
  assert.is(stream.names.length, stream.ids.length);
});

test.run();
