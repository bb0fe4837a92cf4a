import { STATUS_CODES } from "node:http";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { WebhookServer } from "../../support/a-webhook-server.ts";
import type { Answer } from "../../support/an-answer.ts";

// https://www.rfc-editor.org/rfc/rfc9457
const test = suite("RFC 9457 problem details");

/** What RFC 9110 calls a status where Node still has its older name. */
const RENAMED: Record<number, string> = { 413: "Content Too Large", 422: "Unprocessable Content" };

const refused: [name: string, ask: (server: WebhookServer) => Promise<Answer>, status: number][] = [
  ["a path", (server) => server.call("GET", "/nowhere"), 404],
  ["a method", (server) => server.call("PUT", "/triggers/default/alarm/fire"), 405],
  ["an event", (server) => server.post({ event: "none" }), 404],
  ["a token", (server) => server.post({ headers: { authorization: undefined } }), 401],
  ["a run", (server) => server.call("GET", "/triggers/default/alarm/runs/none"), 404],
  ["a query", (server) => server.post({ query: "?mode=x" }), 400],
  ["a key", (server) => server.post({ headers: { "idempotency-key": "a b" } }), 400],
  ["a body", (server) => server.post({ body: "[]" }), 400],
  ["a large body", (server) => server.post({ body: "x".repeat(1_048_577) }), 413],
  [
    "a suspended event",
    async (server) => {
      await server.changeEvent({ suspended: true });
      return server.post();
    },
    503,
  ],
  [
    "a team",
    async (server) => {
      await server.changeEvent({ targets: [{ team: "nobody" }] });
      return server.post();
    },
    422,
  ],
  [
    "a fire under Forbid",
    async (server) => {
      await server.changeEvent({ concurrencyPolicy: "Forbid" });
      await server.post();
      return server.post({ query: "?mode=sync" });
    },
    409,
  ],
  [
    "a caller that fires too often",
    async (server) => {
      for (let calls = 0; calls < 100; calls++) await server.post();
      return server.post();
    },
    429,
  ],
  [
    "a fire by a store out of reach",
    async (server) => {
      server.store.failOn("create");
      return server.post();
    },
    503,
  ],
  [
    "what nobody has foreseen",
    async (server) => {
      server.store.before = () => {
        throw new TypeError("unforeseen");
      };
      return server.post();
    },
    500,
  ],
];

for (const [name, ask, status] of refused) {
  test(`describe the refusal of ${name}`, async () => {
    const server = await WebhookServer.start();
    const { headers, body, ...answer } = await ask(server);
    assert.is(answer.status, status);
    assert.is(headers.get("content-type"), "application/problem+json");
    // §3.1: the status repeats the response's own, and about:blank has the status's phrase for its title (§4.2.1).
    assert.equal([body.type, body.status], ["about:blank", status]);
    assert.is(body.title, RENAMED[status] ?? STATUS_CODES[status]);
    assert.type(body.detail, "string");
    assert.ok(body.detail.length > 0);
    // §3.2: extension members, which a caller can rely on.
    assert.match(body.code, /^[A-Z][A-Za-z]+$/);
    assert.is(body.requestId, headers.get("x-request-id"));
    await server.close();
  });
}

test.run();
