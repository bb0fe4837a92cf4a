import { suite } from "uvu";
import * as assert from "uvu/assert";
import { WebhookServer } from "../../support/a-webhook-server.ts";

const test = suite("a webhook's rate");

async function statuses(server: WebhookServer, count: number, event = "alarm"): Promise<number[]> {
  const found: number[] = [];
  for (let index = 0; index < count; index++) found.push((await server.post({ event })).status);
  return found;
}

test("answers 429 with Retry-After beyond the burst, and goes on as the bucket fills", async () => {
  const server = await WebhookServer.start({ fireRate: { perSecond: 0.25, burst: 3 } });
  assert.equal(await statuses(server, 4), [202, 202, 202, 429]);
  const { headers, body } = await server.post();
  assert.equal([body.code, headers.get("retry-after")], ["RateLimited", "4"]);
  assert.is((await server.runs()).length, 3);
  server.clock.advance(4_000);
  assert.equal(await statuses(server, 2), [202, 429]);
  await server.close();
});

test("is each event's own, and failed tokens do not use it up", async () => {
  const server = await WebhookServer.start({ fireRate: { perSecond: 1, burst: 1 } });
  await server.addEvent({}, "other");
  for (let tries = 0; tries < 3; tries++) await server.post({ headers: { authorization: "Bearer wrong" } });
  assert.equal(await statuses(server, 2), [202, 429]);
  assert.equal(await statuses(server, 2, "other"), [202, 429]);
  await server.close();
});

test("is off at 0 a second", async () => {
  const server = await WebhookServer.start({ fireRate: { perSecond: 0, burst: 1 } });
  assert.equal(new Set(await statuses(server, 150)), new Set([202]));
  await server.close();
});

test("is 50 a second and 100 at once unless set", async () => {
  const server = await WebhookServer.start();
  const found = await statuses(server, 101);
  assert.equal([found.filter((status) => status === 202).length, found.at(-1)], [100, 429]);
  server.clock.advance(20);
  assert.equal(await statuses(server, 2), [202, 429]);
  await server.close();
});

test.run();
