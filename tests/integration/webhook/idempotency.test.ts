import { suite } from "uvu";
import * as assert from "uvu/assert";
import { AgentRunResource } from "../../../lib/api/agent-run.ts";
import { AgentTeamResource } from "../../../lib/api/agent-team.ts";
import { WebhookServer } from "../../support/a-webhook-server.ts";
import type { Post } from "../../support/an-answer.ts";

const test = suite<{ server: WebhookServer }>("a webhook's Idempotency-Key");
const keyed = (key: string, body?: Post["body"]): Post => ({
  headers: { "idempotency-key": key },
  ...(body === undefined ? {} : { body }),
});

test.before.each(async (context) => {
  context.server = await WebhookServer.start();
});
test.after.each(({ server }) => server.close());

test("brings the first answer again, marked as a replay", async ({ server }) => {
  const first = await server.post(keyed("k", { a: 1 }));
  server.clock.advance(3_600_000);
  const again = await server.post(keyed("k", { a: 1 }));
  assert.equal([first.status, again.status], [202, 202]);
  assert.equal(again.body, { ...first.body, replayed: true });
  assert.is(again.headers.get("location"), first.headers.get("location"));
  const [run, ...others] = await server.runs();
  assert.equal(others, []);
  assert.is(run?.metadata.labels?.["tocsin.dev/keyed"], "true");
});

test("starts one fire, however many calls bring it at once", async ({ server }) => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => server.post(keyed("k"))));
  assert.is(new Set(answers.map(({ body }) => body.taskID)).size, 1);
  assert.is(answers.filter(({ body }) => body.replayed !== true).length, 1);
  assert.is((await server.runs()).length, 1);
});

test("is refused with another body, even one that means the same", async ({ server }) => {
  const first = await server.post(keyed("k", '{"a":1}'));
  for (const body of ['{"a":2}', '{ "a": 1 }', ""]) {
    const { status, body: problem } = await server.post(keyed("k", body));
    assert.equal([status, problem.code, problem.taskID], [422, "IdempotencyKeyReused", first.body.taskID]);
  }
  assert.is((await server.runs()).length, 1);
});

test("belongs to one event alone", async ({ server }) => {
  await server.addEvent({}, "other");
  const first = await server.post(keyed("k", { a: 1 }));
  const other = await server.post({ ...keyed("k", { b: 2 }), event: "other" });
  assert.is(other.status, 202);
  assert.is.not(other.body.taskID, first.body.taskID);
});

const bad = ["", " ", "a b", "a,b c", "a\u00e9", "x".repeat(256)];
for (const key of bad) {
  test(`is refused as ${JSON.stringify(key.slice(0, 10))} of ${key.length} characters`, async ({
    server,
  }) => {
    const { status, body } = await server.post(keyed(key));
    assert.equal([status, body.code], [400, "InvalidIdempotencyKey"]);
  });
}

test("may be any 255 visible ASCII characters", async ({ server }) => {
  const visible = Array.from({ length: 94 }, (_, index) => String.fromCharCode(0x21 + index)).join("");
  for (const key of [visible, "x".repeat(255), "8e03978e-40d5-43e8-bc93-6894a57f9324"]) {
    assert.is((await server.post(keyed(key))).status, 202);
  }
});

test("is answered as before when the team has gone since and the template can't be rendered any more", async ({
  server,
}) => {
  const first = await server.post(keyed("k"));
  await server.changeEvent({ targets: [{ team: "writers", input: { x: "{{ .trigger.body.none }}" } }] });
  assert.equal((await server.post(keyed("k"))).body, { ...first.body, replayed: true });
  await server.file.delete(AgentTeamResource, { namespace: "default", name: "writers" });
  await server.until(() => server.world.teams.size === 0);
  assert.equal((await server.post(keyed("k"))).body, { ...first.body, replayed: true });
  assert.is((await server.post(keyed("k", { a: 1 }))).body.code, "IdempotencyKeyReused");
  assert.is((await server.post(keyed("new"))).body.code, "TargetTeamNotFound");
});

test("completes a fire whose process died after its first run", async ({ server }) => {
  await server.addTeam("bell");
  await server.changeEvent({ targets: [{ team: "writers" }, { team: "bell" }] });
  const first = await server.post(keyed("k"));
  await server.file.delete(AgentRunResource, { namespace: "default", name: first.body.runs[1].runName });
  const again = await server.post(keyed("k"));
  assert.equal(again.body, { ...first.body, replayed: true });
  assert.is((await server.runs()).length, 2);
});

test("is replayed under Forbid while its own run is active, and after", async ({ server }) => {
  await server.changeEvent({ concurrencyPolicy: "Forbid" });
  const first = await server.post(keyed("k"));
  assert.equal((await server.post(keyed("k"))).body, { ...first.body, replayed: true });
  assert.is((await server.post(keyed("other"))).body.skipped, true);
  await server.endRun(first.body.runs[0].runName, "done");
  await server.until(() => [...server.world.runs.all()].every((run) => run.status?.phase === "Succeeded"));
  assert.equal((await server.post(keyed("k"))).body, { ...first.body, replayed: true });
  assert.is((await server.post(keyed("other"))).body.fired, true);
});

test.run();
