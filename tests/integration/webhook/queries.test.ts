import { suite } from "uvu";
import * as assert from "uvu/assert";
import { WebhookServer } from "../../support/a-webhook-server.ts";

const test = suite<{ server: WebhookServer }>("a webhook's query");

test.before.each(async (context) => {
  context.server = await WebhookServer.start();
});
test.after.each(({ server }) => server.close());

const bad = [
  "?mode=",
  "?mode=async",
  "?mode=SYNC",
  "?mode=sync%20",
  "?mode=sync&mode=sync",
  "?mode=%00",
  "?mode=%ff",
  "?mode=sync&timeout=",
  "?mode=sync&timeout=60",
  "?mode=sync&timeout=0",
  "?mode=sync&timeout=0s",
  "?mode=sync&timeout=-1s",
  "?mode=sync&timeout=1d",
  "?mode=sync&timeout=1e3s",
  "?mode=sync&timeout=1s&timeout=2s",
  "?mode=sync&timeout=1%20s",
  "?mode=sync&timeout=NaN",
  "?mode=sync&timeout=9999999h",
  "?timeout=soon",
];
for (const query of bad) {
  test(`answers 400 to ${query}`, async ({ server }) => {
    const { status, body } = await server.post({ query });
    assert.equal([status, body.code], [400, "InvalidQuery"]);
    assert.is((await server.runs()).length, 0);
  });
}

const waits: [timeout: string, ms: number][] = [
  ["1ns", 0.000001],
  ["1.5s", 1_500],
  ["2m30s", 150_000],
  [".5m", 30_000],
  ["%2B5s", 5_000],
  ["1h", 600_000],
  ["2562047h", 600_000],
];
for (const [timeout, ms] of waits) {
  test(`waits as long as timeout=${timeout} says, at most ten minutes`, async ({ server }) => {
    const answer = server.post({ query: `?mode=sync&timeout=${timeout}` });
    await server.waiting(1);
    assert.is(server.timers.nextInMs, ms);
    await server.timers.advance(ms);
    assert.is((await answer).status, 504);
  });
}

test("passes over parameters that it does not know, and a timeout without sync", async ({ server }) => {
  assert.is((await server.post({ query: "?a=1&a=2&&=&%zz&timeout=5s" })).status, 202);
});

test.run();
