import { suite } from "uvu";
import * as assert from "uvu/assert";
import { firePath } from "../../../../lib/api/network.ts";
import { StoreError, StoreErrorReason } from "../../../../runtime/ports/store-error.ts";
import { WebhookServer } from "../../../support/a-webhook-server.ts";

const test = suite<{ server: WebhookServer }>("triggersApp");
const path = firePath("default", "alarm");

test.before.each(async (context) => {
  context.server = await WebhookServer.start();
});
test.after.each(({ server }) => server.close());

const elsewhere = [
  "/",
  "/triggers",
  "/triggers/default/alarm",
  `${path}/`,
  `${path}/more`,
  "/triggers/default/alarm/Fire",
  "/triggers//alarm/fire",
  "/triggers/default/alarm/runs",
  "/healthz",
  "/../etc/passwd",
];
test("answers 404 to every other path", async ({ server }) => {
  for (const each of elsewhere) {
    const { status, body } = await server.call("POST", each);
    assert.equal([status, body.code], [404, "NotFound"], each);
  }
});

test("answers 405 with Allow to every other method, before it looks at anything else", async ({ server }) => {
  for (const method of ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
    const { status, headers } = await server.call(method, firePath("none", "none"));
    assert.equal([status, headers.get("allow")], [405, "POST"], method);
  }
  const poll = await server.call("POST", "/triggers/default/alarm/runs/alarm-x");
  assert.equal([poll.status, poll.headers.get("allow"), poll.body.code], [405, "GET", "MethodNotAllowed"]);
});

test("takes over a request id that can do no harm, and makes one otherwise", async ({ server }) => {
  const given = await server.post({ headers: { "x-request-id": "trace-1.a_B" } });
  assert.is(given.headers.get("x-request-id"), "trace-1.a_B");
  for (const id of ["a b", "a".repeat(65), '{"a":1}']) {
    const answer = await server.post({ headers: { "x-request-id": id } });
    assert.match(answer.headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/);
  }
});

test("answers 503 with Retry-After until the caches know what exists", async () => {
  const server = await WebhookServer.unsynced();
  const { status, headers, body } = await server.post();
  assert.equal([status, body.code, headers.get("retry-after")], [503, "Unavailable", "2"]);
  await server.close();
});

const refusals: [name: string, error: StoreError, answer: [number, string, string | null]][] = [
  ["is not reachable", new StoreError(StoreErrorReason.unavailable, "gone"), [503, "Unavailable", "2"]],
  ["does not answer in time", new StoreError(StoreErrorReason.timeout, "slow"), [503, "Unavailable", "2"]],
  [
    "says when to come back",
    new StoreError(StoreErrorReason.unavailable, "busy", { retryAfterMs: 7_000 }),
    [503, "Unavailable", "7"],
  ],
  [
    "takes no more calls",
    new StoreError(StoreErrorReason.tooManyRequests, "busy", { retryAfterMs: 1_200 }),
    [429, "RateLimited", "2"],
  ],
  [
    "has a quota that is used up",
    new StoreError(StoreErrorReason.forbidden, "exceeded quota", { isQuota: true }),
    [429, "RateLimited", "2"],
  ],
  ["does not allow it", new StoreError(StoreErrorReason.forbidden, "RBAC"), [503, "Refused", "2"]],
  ["finds the run invalid", new StoreError(StoreErrorReason.invalid, "spec: no"), [422, "Refused", null]],
];
for (const [name, error, expected] of refusals) {
  test(`answers ${expected[0]} where the store ${name}, and nothing is stored`, async ({ server }) => {
    server.store.before = ({ method }) => {
      if (method === "create") throw error;
    };
    for (const query of ["", "?mode=sync"]) {
      const { status, headers, body } = await server.post({ query });
      assert.equal([status, body.code, headers.get("retry-after")], expected);
    }
    assert.is((await server.runs()).length, 0);
    assert.is(server.timers.pending, 0);
  });
}

test("repeats a create of which nobody knows whether it was carried out, under the same name", async ({
  server,
}) => {
  let tries = 0;
  server.store.after = ({ method }) => {
    if (method === "create" && ++tries === 1) throw new StoreError(StoreErrorReason.timeout, "no answer");
  };
  assert.is((await server.post()).status, 202);
  assert.is((await server.runs()).length, 1);
});

test("answers 503 FireIncomplete with the taskID where a sibling is refused for good", async ({ server }) => {
  await server.addTeam("bell");
  await server.changeEvent({ targets: [{ team: "writers" }, { team: "bell" }] });
  let creates = 0;
  server.store.before = ({ method }) => {
    if (method === "create" && ++creates > 1) throw new StoreError(StoreErrorReason.forbidden, "quota");
  };
  const { status, headers, body } = await server.post({ query: "?mode=sync" });
  assert.equal([status, body.code, headers.get("retry-after")], [503, "FireIncomplete", "2"]);
  const [run] = await server.runs();
  assert.is(body.taskID, run?.spec.trigger.fireID);
});

test("answers 500 without saying why where something is wrong in the operator, and logs it", async ({
  server,
}) => {
  server.store.before = () => {
    throw new RangeError("secret detail");
  };
  const { status, body, text } = await server.post();
  assert.equal([status, body.code], [500, "Internal"]);
  assert.not.match(text, /secret detail/);
  const [line] = server.logger.lines.filter(({ level }) => level === "error");
  assert.equal([line?.message, line?.facts["requestId"]], ["request failed", body.requestId]);
});

test("answers 503 to all once it shuts down, and 504 with the run's name to those that wait", async ({
  server,
}) => {
  const waiting = server.post({ query: "?mode=sync" });
  await server.waiting(1);
  server.triggers.shutDown();
  const { status, headers, body } = await waiting;
  const [run] = await server.runs();
  assert.equal([status, body.code, body.status], [504, "ShuttingDown", "running"]);
  assert.is(body.runName, run?.metadata.name);
  assert.match(headers.get("location") ?? "", body.runName);
  const late = await server.post();
  assert.equal([late.status, late.body.code, late.headers.get("retry-after")], [503, "ShuttingDown", "1"]);
  assert.is((await server.runs()).length, 1);
});

test("answers 504 at once to a caller whose fire is stored while it shuts down", async ({ server }) => {
  server.store.after = ({ method }) => {
    if (method === "create") server.triggers.shutDown();
  };
  const { status, body } = await server.post({ query: "?mode=sync" });
  assert.equal([status, body.code], [504, "ShuttingDown"]);
});

test.run();
