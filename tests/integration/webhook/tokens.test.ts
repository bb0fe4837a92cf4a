import { suite } from "uvu";
import * as assert from "uvu/assert";
import { AgentEventResource } from "../../../lib/api/agent-event.ts";
import { EventRecordType, SecretType } from "../../../lib/api/core-types.ts";
import { tokenSecretName } from "../../../lib/api/keys.ts";
import { findCondition } from "../../../runtime/domain/condition/set-condition.ts";
import { TestSystem } from "../../support/a-system.ts";

const system = await TestSystem.start();
const key = { namespace: "default", name: tokenSecretName("alarm") };
const bearing = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const status = async (token: string) => (await system.post(bearing(token))).status;

const test = suite("a webhook's token");

test.before(() => system.addTeam());
test.before.each(async () => void (await system.addEvent()));
test.after.each(async () => {
  await system.store.delete(AgentEventResource, { namespace: "default", name: "alarm" });
  await gone();
});
test.after(() => system.stop());

async function gone(): Promise<true> {
  const look = async () => ((await system.tokenSecret()) === undefined ? true : undefined);
  return system.eventually(look, "the token Secret is gone");
}

function readiness() {
  return system.event().then(({ status: found }) => findCondition(found?.conditions, "Ready"));
}

test("is made at once: 32 random bytes, in a Secret that the event owns", async () => {
  const token = await system.token();
  assert.match(token, /^[A-Za-z0-9_-]{43}$/);
  assert.is(Buffer.from(token, "base64url").length, 32);
  const secret = await system.tokenSecret();
  const event = await system.event();
  assert.equal(Object.keys(secret?.data ?? {}), ["token"]);
  assert.is(secret?.metadata.ownerReferences?.[0]?.uid, event.metadata.uid);
  assert.is(await status(token), 202);
  await system.eventually(async () => {
    const { items } = await system.store.list(EventRecordType, { namespace: "default" });
    const isAbout = items.find(({ involvedObject }) => involvedObject.uid === event.metadata.uid);
    return isAbout !== undefined && items.some(({ reason }) => reason === "TokenCreated") ? true : undefined;
  }, "TokenCreated is recorded");
});

test("is each event's own", async () => {
  await system.addEvent({}, "other");
  const [token, other] = [await system.token(), await system.token("other")];
  assert.is.not(token, other);
  assert.is((await system.post({ event: "other", ...bearing(token) })).status, 401);
  await system.store.delete(AgentEventResource, { namespace: "default", name: "other" });
});

test("is obeyed as soon as it is edited", async () => {
  const before = await system.token();
  await system.setTokens({ token: "chosen-by-hand" });
  assert.is(await status("chosen-by-hand"), 202);
  assert.is(await status(before), 401);
});

test("is replaced when its Secret is deleted", async () => {
  const before = await system.token();
  await system.store.delete(SecretType, key);
  const after = await system.token("alarm", before);
  assert.equal([await status(after), await status(before)], [202, 401]);
});

test("is filled in again when somebody empties it", async () => {
  const before = await system.token();
  await system.setTokens({});
  const after = await system.token("alarm", before);
  assert.equal([await status(after), await status(before)], [202, 401]);
});

test("stays valid after a rotation until its expiry, and is then removed by the leader", async () => {
  const previousToken = await system.token();
  const previousTokenExpiresAt = new Date(Date.now() + 1_500).toISOString();
  await system.setTokens({ token: "rotated-token", previousToken, previousTokenExpiresAt });
  assert.equal([await status("rotated-token"), await status(previousToken)], [202, 202]);
  await system.eventually(async () => {
    const { data } = (await system.tokenSecret()) ?? {};
    return data !== undefined && Object.keys(data).length === 1 ? true : undefined;
  }, "the previous token and its expiry are removed");
  assert.equal([await status("rotated-token"), await status(previousToken)], [202, 401]);
});

test("goes when the event's type stops being webhook, and a new one comes with the type", async () => {
  const before = await system.token();
  await system.changeEvent({ source: { type: "cron", cron: "0 0 1 1 *" } });
  await gone();
  const refused = await system.post(bearing(before));
  assert.equal([refused.status, refused.body.code], [404, "NotFound"]);
  await system.changeEvent({ source: { type: "webhook" } });
  const after = await system.token();
  assert.equal([await status(after), await status(before)], [202, 401]);
});

test("is never written over a Secret that belongs to somebody else", async () => {
  await system.token();
  const metadata = { name: tokenSecretName("claimed"), namespace: "default" };
  const data = { token: Buffer.from("not-ours").toString("base64") };
  const foreign = await system.store.create(SecretType, { apiVersion: "v1", kind: "Secret", metadata, data });
  await system.addEvent({}, "claimed");
  await system.eventually(async () => {
    const conditions = (await system.event("claimed")).status?.conditions;
    return findCondition(conditions, "Ready")?.reason === "TokenSecretConflict" ? true : undefined;
  }, "Ready is False for TokenSecretConflict");
  assert.is((await system.post({ event: "claimed", ...bearing("not-ours") })).status, 401);
  assert.equal(await system.tokenSecret("claimed"), foreign);

  await system.changeEvent({ source: { type: "cron", cron: "0 0 1 1 *" } }, "claimed");
  await system.changeEvent({ source: { type: "webhook" } }, "claimed");
  await system.store.delete(AgentEventResource, { namespace: "default", name: "claimed" });
  assert.equal(await system.tokenSecret("claimed"), foreign);
  await system.store.delete(SecretType, metadata);
});

test("is made as soon as somebody else's Secret of its name is gone, and given up as soon as one takes its place", async () => {
  const reason = () => readiness().then((condition) => condition?.reason);
  const becomes = (expected: string) =>
    system.eventually(async () => ((await reason()) === expected ? true : undefined), expected);
  const before = await system.token();
  const secret = await system.tokenSecret();
  if (secret === undefined) throw new Error("there is no token Secret");
  const { ownerReferences: _, ...unowned } = secret.metadata;
  await system.store.replace(SecretType, { ...secret, metadata: unowned });
  await becomes("TokenSecretConflict");
  assert.is(await status(before), 401);
  await system.store.delete(SecretType, key);
  const after = await system.token("alarm", before);
  await becomes("Active");
  assert.is(await status(after), 202);
});

test("is served as soon as it can be read, whatever the caches know", async () => {
  for (let round = 0; round < 20; round++) {
    await system.addEvent({}, `quick-${round}`);
    const { status: found } = await system.post({ event: `quick-${round}` });
    assert.is(found, 202);
  }
  assert.is((await readiness())?.status, "True");
});

test.run();
