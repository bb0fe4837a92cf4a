import { suite } from "uvu";
import * as assert from "uvu/assert";
import { AgentRunResource } from "../../../../lib/api/agent-run.ts";
import { runPath } from "../../../../lib/api/network.ts";
import { Metric } from "../../../../runtime/ports/metrics.ts";
import { StoreError, StoreErrorReason } from "../../../../runtime/ports/store-error.ts";
import { WebhookServer } from "../../../support/a-webhook-server.ts";
import type { Answer, Post } from "../../../support/an-answer.ts";

const test = suite<{ server: WebhookServer }>("answerSync");

test.before.each(async (context) => {
  context.server = await WebhookServer.start();
});
test.after.each(({ server }) => server.close());

/** Starts a call that waits, and names the runs that it waits for. */
async function waitingCall(server: WebhookServer, post: Post = {}) {
  const answer: Promise<Answer> = server.post({ query: "?mode=sync", ...post });
  await server.waiting(1);
  const runs = (await server.runs()).map((run) => run.metadata.name);
  return { answer, runs, runName: runs[0] ?? "" };
}

test("answers 200 with the output once the run has succeeded", async ({ server }) => {
  const { answer, runName } = await waitingCall(server);
  server.clock.advance(1_500);
  await server.endRun(runName, "the answer");
  const { status, headers, body } = await answer;
  assert.is(status, 200);
  assert.is(headers.get("content-type"), "application/json");
  assert.is(headers.get("location"), runPath("default", "alarm", runName));
  const { taskID, ...rest } = body;
  assert.match(taskID, /^[a-z2-7]{26}$/);
  const runs = [{ team: "writers", runName, status: "succeeded", output: "the answer" }];
  assert.equal(rest, { status: "succeeded", output: "the answer", durationMs: 1_500, runName, runs });
  assert.is(server.timers.pending, 0);
});

test("answers 200 with the error once the run has failed", async ({ server }) => {
  const { answer, runName } = await waitingCall(server);
  await server.endRun(runName, "", "step write: refused");
  const { status, body } = await answer;
  assert.equal([status, body.status, body.error], [200, "failed", "writers: step write: refused"]);
});

test("waits for all targets, and failed if any failed", async ({ server }) => {
  await server.addTeam("bell");
  await server.changeEvent({ targets: [{ team: "writers" }, { team: "bell" }] });
  const { answer } = await waitingCall(server);
  const nameOf = (runs: Awaited<ReturnType<typeof server.runs>>, team: string) =>
    runs.find((run) => run.spec.team === team)?.metadata.name ?? "";
  const runs = await server.runs();
  const [first, second] = [nameOf(runs, "writers"), nameOf(runs, "bell")];
  await server.endRun(second, "", "broken");
  assert.is(server.timers.pending, 1);
  await server.endRun(first, "first's");
  const { status, body } = await answer;
  assert.is(status, 200);
  assert.equal(
    [body.status, body.output, body.runName, body.error],
    ["failed", "first's", first, "bell: broken"],
  );
  assert.equal(
    body.runs.map((run: { status: string }) => run.status),
    ["succeeded", "failed"],
  );
});

test("answers 504 with the run's name when the time is up, and the run can be polled until it is done", async ({
  server,
}) => {
  const { answer, runName } = await waitingCall(server, { query: "?mode=sync&timeout=90s" });
  await server.timers.advance(89_999);
  assert.is(server.timers.pending, 1);
  await server.timers.advance(1);
  const { status, headers, body } = await answer;
  assert.is(status, 504);
  assert.is(headers.get("content-type"), "application/json");
  const { taskID, requestId, error, ...rest } = body;
  const runs = [{ team: "writers", runName, status: "running" }];
  assert.equal(rest, { status: "running", runName, runs, durationMs: 90_000, code: "Timeout" });
  assert.match(error, /poll/);
  assert.is(headers.get("x-request-id"), requestId);

  const location = headers.get("location") ?? "";
  const polled = await server.call("GET", location);
  assert.equal([polled.status, polled.body.status, polled.body.taskID], [200, "running", taskID]);
  await server.endRun(runName, "late");
  const done = await server.call("GET", location);
  assert.equal([done.body.status, done.body.output], ["succeeded", "late"]);
});

test("waits 60 s unless told otherwise, and never longer than the bound", async ({ server }) => {
  const first = await waitingCall(server);
  assert.is(server.timers.nextInMs, 60_000);
  await server.timers.advance(60_000);
  assert.is((await first.answer).status, 504);
  const second = await waitingCall(server, { query: "?mode=sync&timeout=2000000h" });
  assert.is(server.timers.nextInMs, 600_000);
  await server.timers.advance(600_000);
  assert.is((await second.answer).status, 504);
});

test("shows in a 504 what has ended among what has not", async ({ server }) => {
  await server.addTeam("bell");
  await server.changeEvent({ targets: [{ team: "writers" }, { team: "bell" }] });
  const { answer } = await waitingCall(server);
  const bell = (await server.runs()).find((run) => run.spec.team === "bell")?.metadata.name ?? "";
  await server.endRun(bell, "rung");
  await server.timers.advance(60_000);
  const { status, body } = await answer;
  assert.is(status, 504);
  assert.is(body.runs[0].status, "running");
  assert.equal(body.runs[1], { team: "bell", runName: bell, status: "succeeded", output: "rung" });
});

test("ends a wait when the run is deleted, which cancels it", async ({ server }) => {
  const { answer, runName } = await waitingCall(server);
  await server.file.delete(AgentRunResource, { namespace: "default", name: runName });
  const { status, body } = await answer;
  assert.equal([status, body.status], [200, "failed"]);
  assert.match(body.error, /deleted/);
});

test("does not wait for a run that has ended before anybody waits", async ({ server }) => {
  server.store.after = async ({ method, kind, name = "" }) => {
    if (method !== "create" || kind !== "AgentRun") return;
    await server.endRun(name, "quick");
    const isKnown = () => [...server.world.runs.all()].some((run) => run.status?.phase === "Succeeded");
    await server.until(isKnown);
  };
  const { status, body } = await server.post({ query: "?mode=sync" });
  assert.equal([status, body.output], [200, "quick"]);
});

test("does not wait for a run that was deleted before anybody waits", async ({ server }) => {
  server.store.after = async ({ method, kind, name = "" }) => {
    if (method !== "create" || kind !== "AgentRun") return;
    await server.until(() => server.world.runs.size === 1);
    await server.file.delete(AgentRunResource, { namespace: "default", name });
    await server.until(() => server.world.runs.size === 0);
  };
  const answer = server.post({ query: "?mode=sync" });
  // One timer ends the wait, the other has the run looked for.
  await server.waiting(2);
  await server.timers.advance(1_000);
  const { status, body } = await answer;
  assert.equal([status, body.status], [200, "failed"]);
});

test("answers the replay of an ended fire at once, with its output", async ({ server }) => {
  const keyed = { headers: { "idempotency-key": "k" } };
  const first = await server.post(keyed);
  await server.endRun(first.body.runs[0].runName, "kept");
  const { status, body } = await server.post({ ...keyed, query: "?mode=sync" });
  assert.equal([status, body.status, body.output], [200, "succeeded", "kept"]);
  assert.equal([body.replayed, body.taskID], [true, first.body.taskID]);
});

test("answers a replay of which one run is gone from history", async ({ server }) => {
  await server.addTeam("bell");
  await server.changeEvent({ targets: [{ team: "writers" }, { team: "bell" }] });
  const keyed = { headers: { "idempotency-key": "k" } };
  const [zero, one] = (await server.post(keyed)).body.runs;
  await server.endRun(zero.runName, "kept");
  await server.endRun(one.runName, "lost");
  await server.file.delete(AgentRunResource, { namespace: "default", name: one.runName });
  await server.until(() => server.world.runs.size === 1);
  const { status, body } = await server.post({ ...keyed, query: "?mode=sync" });
  assert.equal([status, body.status, body.output], [200, "failed", "kept"]);
  assert.is((await server.runs()).length, 1);
});

test("gives the run's name, not an error, where the outputs can't be read", async ({ server }) => {
  const { answer, runName } = await waitingCall(server);
  server.store.before = ({ method }) => {
    if (method === "get") throw new StoreError(StoreErrorReason.unavailable, "gone fishing");
  };
  await server.timers.advance(60_000);
  const { status, body } = await answer;
  assert.equal([status, body.code, body.runName], [504, "Unavailable", runName]);
  assert.equal(body.runs, [{ team: "writers", runName, status: "running" }]);
});

test("answers with what it saw end, without reading it again", async ({ server }) => {
  const { answer, runName } = await waitingCall(server);
  server.store.before = ({ method }) => {
    if (method === "get") throw new StoreError(StoreErrorReason.unavailable, "gone fishing");
  };
  await server.endRun(runName, "seen");
  const { status, body } = await answer;
  assert.equal([status, body.output], [200, "seen"]);
});

test("gives a waiter's place back when the caller is gone", async ({ server }) => {
  const abort = new AbortController();
  const gone = server.post({ query: "?mode=sync", signal: abort.signal }).then(
    () => "answered",
    () => "gone",
  );
  await server.waiting(1);
  abort.abort();
  assert.is(await gone, "gone");
  await server.waiting(0);
});

test("notices a caller that is gone before the wait begins", async ({ server }) => {
  const abort = new AbortController();
  const isClosed = Promise.withResolvers<void>();
  server.store.after = async ({ method, kind }) => {
    if (method !== "create" || kind !== "AgentRun") return;
    abort.abort();
    await isClosed.promise;
  };
  await server.post({ query: "?mode=sync", signal: abort.signal }).catch(() => undefined);
  // Until the server has seen the connection end, which no state of ours shows.
  for (let turns = 0; turns < 50; turns++) await server.timers.advance(0);
  isClosed.resolve();
  await server.until(
    () => server.metrics.value(Metric.firesTotal, { source: "webhook", result: "fired" }) === 1,
  );
  assert.is(server.timers.pending, 0);
});

test.run();
