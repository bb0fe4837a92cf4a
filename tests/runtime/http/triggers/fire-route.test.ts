import { suite } from "uvu";
import * as assert from "uvu/assert";
import { runPath } from "../../../../lib/api/network.ts";
import { Metric } from "../../../../runtime/ports/metrics.ts";
import { WebhookServer } from "../../../support/a-webhook-server.ts";

const test = suite<{ server: WebhookServer }>("FireRoute");
const names = ["alarm", "bell", "chime"];
const withTeams = { targets: names.map((team) => ({ team })) };

test.before.each(async (context) => {
  context.server = await WebhookServer.start();
});
test.after.each(({ server }) => server.close());

test("answers 202 with the fire and the address of its run once the run is stored", async ({ server }) => {
  const { status, headers, body } = await server.post({ body: { topic: "bells" } });
  assert.is(status, 202);
  assert.is(headers.get("content-type"), "application/json");
  const [run, ...others] = await server.runs();
  assert.equal(others, []);
  const runName = run?.metadata.name ?? "";
  assert.match(body.taskID, /^[a-z2-7]{26}$/);
  assert.equal(body, {
    taskID: run?.spec.trigger.fireID,
    fired: true,
    firedAt: "2026-01-01T00:00:00.000Z",
    event: "alarm",
    runs: [{ team: "writers", runName }],
  });
  assert.is(headers.get("location"), runPath("default", "alarm", runName));
});

test("fires all targets, in their order", async ({ server }) => {
  for (const name of names) await server.addTeam(name);
  await server.changeEvent(withTeams);
  const { status, headers, body } = await server.post();
  assert.is(status, 202);
  assert.equal(
    body.runs.map((run: { team: string }) => run.team),
    names,
  );
  assert.is((await server.runs()).length, 3);
  assert.match(headers.get("location") ?? "", new RegExp(`/runs/${body.runs[0].runName}$`));
});

test("passes the body to the targets' templates", async ({ server }) => {
  const input = { text: "{{ .trigger.body.a.b }} by {{ .trigger.name }} at {{ .trigger.firedAt }}" };
  await server.changeEvent({ targets: [{ team: "writers", input }] });
  assert.is((await server.post({ body: { a: { b: "x" } } })).status, 202);
  const [run] = await server.runs();
  assert.equal(run?.spec.input, { text: "x by alarm at 2026-01-01T00:00:00Z" });
});

test("gives each call without an Idempotency-Key a fire of its own", async ({ server }) => {
  const answers = await Promise.all([server.post(), server.post(), server.post()]);
  assert.is(new Set(answers.map(({ body }) => body.taskID)).size, 3);
  assert.is((await server.runs()).length, 3);
});

test("logs which request started what", async ({ server }) => {
  const { body } = await server.post({ headers: { "x-request-id": "trace-1" } });
  const [line] = server.logger.lines;
  assert.is(line?.message, "webhook dispatched");
  const facts = {
    requestId: "trace-1",
    namespace: "default",
    event: "alarm",
    taskID: body.taskID,
    result: "fired",
  };
  assert.equal(line?.facts, facts);
});

test("counts what came of calls", async ({ server }) => {
  const keyed = { headers: { "idempotency-key": "k1" } };
  await server.post(keyed);
  await server.post(keyed);
  await server.post({ ...keyed, body: { other: true } });
  const counted = (result: string) => server.metrics.value(Metric.firesTotal, { source: "webhook", result });
  assert.equal(["fired", "replayed", "mismatch"].map(counted), [1, 1, 1]);
});

test("answers 200 that nothing fired where Forbid and a run are in the way, and 409 to sync", async ({
  server,
}) => {
  await server.changeEvent({ concurrencyPolicy: "Forbid" });
  const first = await server.post();
  assert.is(first.status, 202);
  const [{ runName: blockedBy }] = first.body.runs;
  const skipped = await server.post();
  assert.is(skipped.status, 200);
  assert.is(skipped.headers.get("content-type"), "application/json");
  const { taskID, reason, ...rest } = skipped.body;
  assert.equal(rest, { fired: false, skipped: true, blockedBy });
  assert.match(reason, blockedBy);
  assert.is.not(taskID, first.body.taskID);

  const sync = await server.post({ query: "?mode=sync" });
  assert.is(sync.status, 409);
  assert.is(sync.headers.get("content-type"), "application/problem+json");
  const { code, fired, skipped: isSkipped } = sync.body;
  assert.equal(
    [code, fired, isSkipped, sync.body.blockedBy],
    ["ConcurrencyForbidden", false, true, blockedBy],
  );
  assert.is((await server.runs()).length, 1);
  assert.equal(
    server.recorded.map((record) => record.reason),
    ["FireSkipped", "FireSkipped"],
  );
});

test("fires again under Forbid once the run has ended", async ({ server }) => {
  await server.changeEvent({ concurrencyPolicy: "Forbid" });
  const first = await server.post();
  await server.endRun(first.body.runs[0].runName, "done");
  await server.until(() => [...server.world.runs.all()].some((run) => run.status?.phase === "Succeeded"));
  assert.is((await server.post()).status, 202);
});

test("asks to try again where no leader has looked at a Forbid event yet", async ({ server }) => {
  await server.addEvent({ concurrencyPolicy: "Forbid" }, "fresh");
  const { status, headers, body } = await server.post({ event: "fresh" });
  assert.equal([status, body.code, headers.get("retry-after")], [503, "Unavailable", "2"]);
});

test.run();
