import { suite } from "uvu";
import * as assert from "uvu/assert";
import { firePath } from "../../../lib/api/network.ts";
import { WebhookServer } from "../../support/a-webhook-server.ts";
import type { Post } from "../../support/an-answer.ts";

const test = suite("the order of a webhook's checks");

/** Everything that can be wrong with a call, in the order in which it has to be noticed. */
type Fault = "method" | "event" | "token" | "suspended" | "rate" | "query" | "body" | "template" | "store";
const ORDER: readonly Fault[] = [
  "method",
  "event",
  "token",
  "suspended",
  "rate",
  "query",
  "body",
  "template",
  "store",
];
const EXPECTED: Record<Fault, [status: number, code: string]> = {
  method: [405, "MethodNotAllowed"],
  event: [404, "NotFound"],
  token: [401, "Unauthorized"],
  suspended: [503, "EventSuspended"],
  rate: [429, "RateLimited"],
  query: [400, "InvalidQuery"],
  body: [400, "InvalidBody"],
  template: [422, "TemplateFailed"],
  store: [503, "Unavailable"],
};

/** A server whose event has what the faults say of it. */
async function serverWith(faults: readonly Fault[]): Promise<WebhookServer> {
  const fireRate = { perSecond: 0.001, burst: 1 };
  const server = await WebhookServer.start(faults.includes("rate") ? { fireRate } : {});
  if (faults.includes("rate")) await server.post();
  const input = faults.includes("template") ? { topic: "{{ .trigger.body.topic }}" } : {};
  await server.changeEvent({
    targets: [{ team: "writers", input }],
    suspended: faults.includes("suspended"),
  });
  if (faults.includes("store")) server.store.failOn("create");
  return server;
}

async function callWith(server: WebhookServer, faults: readonly Fault[]) {
  const event = faults.includes("event") ? "none" : "alarm";
  const query = faults.includes("query") ? "?mode=later" : "";
  const post: Post = {
    headers: faults.includes("token") ? { authorization: "Bearer wrong" } : {},
    body: faults.includes("body") ? "[1]" : "{}",
  };
  const path = `${firePath("default", event)}${query}`;
  return server.call(faults.includes("method") ? "PUT" : "POST", path, post);
}

for (const [index, first] of ORDER.entries()) {
  const faults = ORDER.slice(index);
  test(`answers for the ${first} first, whatever else is wrong`, async () => {
    const server = await serverWith(faults);
    const before = (await server.runs()).length;
    const combined = await callWith(server, faults);
    assert.equal([combined.status, combined.body.code], EXPECTED[first]);
    assert.is((await server.runs()).length, before);
    await server.close();
  });
  test(`answers for the ${first} where nothing else is wrong`, async () => {
    const server = await serverWith([first]);
    const alone = await callWith(server, [first]);
    assert.equal([alone.status, alone.body.code], EXPECTED[first]);
    await server.close();
  });
}

test("dispatches where nothing is wrong", async () => {
  const server = await serverWith([]);
  assert.is((await callWith(server, [])).status, 202);
  await server.close();
});

test.run();
