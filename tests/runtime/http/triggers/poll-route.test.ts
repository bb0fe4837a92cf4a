import { suite } from "uvu";
import * as assert from "uvu/assert";
import { AgentRunResource } from "../../../../lib/api/agent-run.ts";
import { runPath } from "../../../../lib/api/network.ts";
import { controllerReference } from "../../../../lib/api/object.ts";
import { WebhookServer } from "../../../support/a-webhook-server.ts";
import { aRun } from "../../../support/builders/a-run.ts";

const test = suite<{ server: WebhookServer }>("answerPoll");

test.before.each(async (context) => {
  context.server = await WebhookServer.start();
});
test.after.each(({ server }) => server.close());

test("answers the sync shape, running at first", async ({ server }) => {
  const { body: fired, headers } = await server.post();
  server.clock.advance(250);
  const { status, body } = await server.call("GET", headers.get("location") ?? "");
  const [{ runName }] = fired.runs;
  assert.is(status, 200);
  assert.equal(body, {
    status: "running",
    output: "",
    durationMs: 250,
    runName,
    taskID: fired.taskID,
    runs: [{ team: "writers", runName, status: "running" }],
  });
});

test("answers a failed run's error", async ({ server }) => {
  const { body: fired, headers } = await server.post();
  await server.endRun(fired.runs[0].runName, "", "no pod");
  const { status, body } = await server.call("GET", headers.get("location") ?? "");
  assert.equal([status, body.status, body.error], [200, "failed", "writers: no pod"]);
});

test("shows a retry of one of the event's runs", async ({ server }) => {
  const event = [...server.world.events.all()].find(({ metadata }) => metadata.name === "alarm");
  if (event === undefined) throw new Error("no event");
  const { apiVersion, kind, spec } = aRun("alarm-x-r1", { spec: { retryOf: { run: "alarm-x" } } });
  const metadata = {
    name: "alarm-x-r1",
    namespace: "default",
    ownerReferences: [controllerReference(event)],
  };
  await server.file.create(AgentRunResource, { apiVersion, kind: kind as "AgentRun", metadata, spec });
  const { status, body } = await server.call("GET", runPath("default", "alarm", "alarm-x-r1"));
  assert.equal([status, body.status, body.runName], [200, "running", "alarm-x-r1"]);
});

test("answers 404 to runs that are gone and to those of another event", async ({ server }) => {
  await server.addEvent({}, "other");
  const { body: fired } = await server.post({ event: "other" });
  const [{ runName }] = fired.runs;
  const foreign = await server.call("GET", runPath("default", "alarm", runName));
  const gone = await server.call("GET", runPath("default", "alarm", "alarm-none"));
  for (const answer of [foreign, gone]) {
    const { requestId: _, ...body } = answer.body;
    assert.equal([answer.status, body.code], [404, "NotFound"]);
    assert.is(body.detail, "this event has no run of that name");
  }
  assert.is((await server.call("GET", runPath("default", "other", runName))).status, 200);
});

test("wants the event's token", async ({ server }) => {
  const { headers } = await server.post();
  const location = headers.get("location") ?? "";
  const { status } = await server.call("GET", location, { headers: { authorization: undefined } });
  assert.is(status, 401);
});

test("goes on while the event is suspended", async ({ server }) => {
  const { headers } = await server.post();
  await server.changeEvent({ suspended: true });
  assert.is((await server.call("GET", headers.get("location") ?? "")).status, 200);
});

test.run();
