import { suite } from "uvu";
import * as assert from "uvu/assert";
import { AgentEventResource } from "../../../../lib/api/agent-event.ts";
import { SecretType } from "../../../../lib/api/core-types.ts";
import { tokenSecretName } from "../../../../lib/api/keys.ts";
import { controllerReference } from "../../../../lib/api/object.ts";
import { TOKEN, WebhookServer } from "../../../support/a-webhook-server.ts";
import type { Answer } from "../../../support/an-answer.ts";

const test = suite<{ server: WebhookServer }>("EventGate");
const base64 = (text: string) => Buffer.from(text).toString("base64");
const bearing = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const secretKey = { namespace: "default", name: tokenSecretName("alarm") };

test.before.each(async (context) => {
  context.server = await WebhookServer.start();
});
test.after.each(({ server }) => server.close());

function withoutID({ status, body: { requestId, ...body } }: Answer) {
  assert.type(requestId, "string");
  return { status, body };
}

/** Replaces what the token Secret holds. */
async function setSecret(server: WebhookServer, data: Record<string, string>): Promise<void> {
  const secret = await server.file.get(SecretType, secretKey);
  if (secret === undefined) throw new Error("no token Secret");
  const { metadata } = await server.file.replace(SecretType, { ...secret, data });
  const isKnown = () =>
    server.world.secrets.get(secretKey)?.metadata.resourceVersion === metadata.resourceVersion;
  await server.until(isKnown);
}

test("answers an unknown event and an event of another type with the same 404", async ({ server }) => {
  await server.addEvent({ source: { type: "cron", cron: "0 * * * *" } }, "hourly");
  const unknown = await server.post({ event: "none" });
  const cron = await server.post({ event: "hourly" });
  const nowhere = await server.call("POST", "/triggers/elsewhere/alarm/fire");
  assert.is(unknown.status, 404);
  assert.is(unknown.body.code, "NotFound");
  assert.equal(withoutID(cron), withoutID(unknown));
  assert.equal(withoutID(nowhere), withoutID(unknown));
});

const wrong: [name: string, authorization: string | undefined][] = [
  ["no header", undefined],
  ["an empty header", ""],
  ["the scheme alone", "Bearer"],
  ["a wrong token", `Bearer ${TOKEN}x`],
  ["a token that is too short", `Bearer ${TOKEN.slice(0, -1)}`],
  ["another case", `Bearer ${TOKEN.toUpperCase()}`],
  ["another scheme", `Basic ${base64(`:${TOKEN}`)}`],
  ["a token without a scheme", TOKEN],
  ["two tokens", `Bearer ${TOKEN} ${TOKEN}`],
  ["a token in quotes", `Bearer "${TOKEN}"`],
  ["a tab for the space", `Bearer\t${TOKEN}`],
  ["a very long token", `Bearer ${"a".repeat(8_000)}`],
  ["bytes above ASCII", `Bearer ${TOKEN}\u00e9`],
];

test("answers every token that is missing, malformed or wrong with one body", async ({ server }) => {
  const bodies = new Set<string>();
  for (const [name, authorization] of wrong) {
    const answer = await server.post({ headers: { authorization } });
    assert.is(answer.headers.get("www-authenticate"), 'Bearer realm="tocsin"', name);
    bodies.add(JSON.stringify(withoutID(answer)));
  }
  assert.is(bodies.size, 1);
  const [only = ""] = bodies;
  assert.equal([JSON.parse(only).status, JSON.parse(only).body.code], [401, "Unauthorized"]);
  assert.is((await server.runs()).length, 0);
});

test("ignores a token in the query", async ({ server }) => {
  const query = `?token=${TOKEN}&access_token=${TOKEN}`;
  assert.is((await server.post({ query, headers: { authorization: undefined } })).status, 401);
  assert.is((await server.post({ query: "?token=wrong" })).status, 202);
});

test("takes the scheme in any case, and spaces around the token", async ({ server }) => {
  for (const authorization of [`bearer ${TOKEN}`, `BEARER   ${TOKEN}  `]) {
    assert.is((await server.post({ headers: { authorization } })).status, 202);
  }
});

test("answers 429 after too many failures, while valid tokens from the same address pass", async ({
  server,
}) => {
  for (let tries = 0; tries < 20; tries++) assert.is((await server.post(bearing("wrong"))).status, 401);
  const { status, headers, body } = await server.post(bearing("wrong"));
  assert.equal([status, body.code, headers.get("retry-after")], [429, "TooManyFailedAttempts", "1"]);
  assert.is((await server.post()).status, 202);
  await server.timers.advance(1_000);
  assert.is((await server.post(bearing("wrong"))).status, 401);
  assert.is((await server.post(bearing("wrong"))).status, 429);
});

test("does not count as a failure what only the cache does not know yet", async ({ server }) => {
  const release = Promise.withResolvers<void>();
  server.watched.held = release.promise;
  const secret = await server.file.get(SecretType, secretKey);
  if (secret === undefined) throw new Error("no token Secret");
  await server.file.replace(SecretType, { ...secret, data: { token: base64("edited") } });
  for (let calls = 0; calls < 20; calls++) assert.is((await server.post(bearing("edited"))).status, 202);
  server.clock.advance(1_000);
  assert.is((await server.post(bearing("edited"))).status, 202);
  release.resolve();
});

test("serves an event and a token that were written a moment ago", async ({ server }) => {
  const release = Promise.withResolvers<void>();
  server.watched.held = release.promise;
  await server.addEvent({}, "fresh");
  assert.is((await server.post({ event: "fresh" })).status, 202);
  assert.is(server.world.events.get({ namespace: "default", name: "fresh" }), undefined);
  release.resolve();
});

test("reads live at a bounded rate, whatever strangers ask for", async ({ server }) => {
  for (let tries = 0; tries < 60; tries++) await server.post({ event: `none-${tries}` });
  assert.is(server.store.count("get", "AgentEvent"), 20);
  server.clock.advance(1_000);
  for (let tries = 0; tries < 30; tries++) await server.post({ event: `none-${tries}` });
  assert.is(server.store.count("get", "AgentEvent"), 30);
});

test("obeys an edited token, and forgets the old one", async ({ server }) => {
  await setSecret(server, { token: base64("edited\n") });
  assert.is((await server.post(bearing("edited"))).status, 202);
  assert.is((await server.post()).status, 401);
});

test("honours a previous token until its expiry", async ({ server }) => {
  const previousTokenExpiresAt = base64("2026-01-02T00:00:00Z");
  await setSecret(server, { token: base64("new"), previousToken: base64(TOKEN), previousTokenExpiresAt });
  assert.is((await server.post()).status, 202);
  assert.is((await server.post(bearing("new"))).status, 202);
  server.clock.advance(24 * 3_600_000);
  assert.is((await server.post()).status, 401);
  assert.is((await server.post(bearing("new"))).status, 202);
});

const useless: [name: string, data: Record<string, string>][] = [
  ["no token", {}],
  ["an empty token", { token: "" }],
  ["white space for a token", { token: base64(" \n") }],
  ["a previous token without an expiry", { previousToken: base64(TOKEN) }],
  [
    "a previous token with an expiry that is none",
    {
      previousToken: base64(TOKEN),
      previousTokenExpiresAt: base64("tomorrow"),
    },
  ],
];
for (const [name, data] of useless) {
  test(`lets nobody in with a Secret that holds ${name}`, async ({ server }) => {
    await setSecret(server, data);
    for (const authorization of [`Bearer ${TOKEN}`, "Bearer ", "Bearer  ", undefined]) {
      assert.is((await server.post({ headers: { authorization } })).status, 401);
    }
  });
}

test("takes no token from a Secret that belongs to nobody or to another event", async ({ server }) => {
  await server.addEvent({}, "other");
  const other = await server.file.get(AgentEventResource, { namespace: "default", name: "other" });
  if (other === undefined) throw new Error("no event");
  for (const ownerReferences of [[], [controllerReference(other)]]) {
    await server.file.delete(SecretType, secretKey);
    const metadata = { ...secretKey, ownerReferences };
    const data = { token: base64(TOKEN) };
    await server.file.create(SecretType, { apiVersion: "v1", kind: "Secret", metadata, data });
    await server.until(
      () => server.world.secrets.get(secretKey)?.metadata.ownerReferences?.[0]?.name !== "alarm",
    );
    assert.is((await server.post()).status, 401);
  }
});

test("lets nobody in once the event was made anew, until it has a token of its own", async ({ server }) => {
  await server.file.delete(AgentEventResource, { namespace: "default", name: "alarm" });
  await server.until(() => server.world.events.size === 0);
  assert.is((await server.post()).status, 404);
});

test.run();
