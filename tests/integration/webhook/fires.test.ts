import { suite } from "uvu";
import * as assert from "uvu/assert";
import { TestSystem } from "../../support/a-system.ts";

const system = await TestSystem.start();
const test = suite("a webhook's fire, from the POST to the agent's answer");

test.before(async () => {
  await system.addTeam();
  await system.addEvent({ targets: [{ team: "writers", input: { topic: "{{ .trigger.body.topic }}" } }] });
});
test.after(() => system.stop());

test("answers a sync caller with the agent's words", async () => {
  const { status, body } = await system.post({ query: "?mode=sync", body: { topic: "carillons" } });
  assert.equal([status, body.status], [200, "succeeded"]);
  assert.match(body.output, /carillons/i);
  assert.equal(Object.keys(body).sort(), ["durationMs", "output", "runName", "runs", "status", "taskID"]);
  assert.ok(Number.isInteger(body.durationMs) && body.durationMs >= 0);
});

test("lets an async caller poll until the run is done", async () => {
  const { status, headers, body } = await system.post({ body: { topic: "peals" } });
  assert.is(status, 202);
  const authorization = `Bearer ${await system.token()}`;
  const done = await system.eventually(async () => {
    const polled = await system.call("GET", headers.get("location") ?? "", { headers: { authorization } });
    assert.is(polled.status, 200);
    return polled.body.status === "running" ? undefined : polled.body;
  }, "the run has ended");
  assert.equal([done.status, done.taskID, done.runName], ["succeeded", body.taskID, body.runs[0].runName]);
  assert.match(done.output, /peals/i);
});

test("tells a sync caller that the run failed, and why", async () => {
  await system.addIdleTeam("idlers", 1);
  await system.addEvent({ targets: [{ team: "idlers" }] }, "hopeless");
  const { status, body } = await system.post({ query: "?mode=sync", event: "hopeless" });
  assert.equal([status, body.status, body.runs[0].status], [200, "failed", "failed"]);
  assert.match(body.error, "idlers: step wait");
});

test("answers 504 to a sync caller of a run that goes on", async () => {
  await system.addIdleTeam("sleepers", 300);
  await system.addEvent({ targets: [{ team: "sleepers" }], concurrencyPolicy: "Forbid" }, "slow");
  await system.observed("slow");
  const { status, body } = await system.post({ query: "?mode=sync&timeout=50ms", event: "slow" });
  assert.equal([status, body.status, body.code], [504, "running", "Timeout"]);
  assert.ok(body.durationMs >= 50);
  const blocked = await system.post({ event: "slow" });
  assert.equal([blocked.status, blocked.body.blockedBy], [200, body.runName]);
});

test("counts every fire once in the event's status", async () => {
  const before = (await system.event()).status?.firedCount ?? 0;
  const headers = { authorization: `Bearer ${await system.token()}` };
  const fire = { headers, body: { topic: "x" } };
  const keyed = { ...fire, headers: { ...headers, "idempotency-key": "once" } };
  await Promise.all([...Array.from({ length: 10 }, () => system.post(fire)), system.post(keyed)]);
  await system.post(keyed);
  const count = await system.eventually(async () => {
    const found = (await system.event()).status?.firedCount ?? 0;
    return found >= before + 11 ? found : undefined;
  }, "all fires are counted");
  assert.is(count, before + 11);
});

test.run();
