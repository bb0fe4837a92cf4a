import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type AgentEvent, AgentEventResource } from "../../../lib/api/agent-event.ts";
import { type Secret, SecretType } from "../../../lib/api/core-types.ts";
import { TokenSecretKey, tokenSecretName } from "../../../lib/api/keys.ts";
import { SystemRandom } from "../../../runtime/adapters/node/system-random.ts";
import type { SqliteStore } from "../../../runtime/adapters/sqlite/sqlite-store.ts";
import type { TokenAction } from "../../../runtime/domain/event/plan-token.ts";
import { rotatedSecret } from "../../../runtime/domain/event/rotated-secret.ts";
import type { Occurrence } from "../../../runtime/ports/recorder.ts";
import { TokenKeeper } from "../../../runtime/reconcilers/token-keeper.ts";
import { anEvent } from "../../support/builders/an-event.ts";
import { openStore } from "../../support/open-store.ts";

const NOW = new Date("2026-01-01T00:00:00Z");
const A_DAY_LATER = new Date("2026-01-02T00:00:00Z");
const key = { namespace: "default", name: tokenSecretName("alarm") };

type Setup = { store: SqliteStore; keeper: TokenKeeper; event: AgentEvent; told: Occurrence[] };
const test = suite<Setup>("TokenKeeper");

test.before.each(async (context) => {
  context.store = await openStore();
  context.told = [];
  const recorder = { record: (occurrence: Occurrence) => void context.told.push(occurrence) };
  context.keeper = new TokenKeeper(context.store, new SystemRandom(), recorder);
  const draft = { ...anEvent(), metadata: { name: "alarm", namespace: "default" } };
  context.event = await context.store.create(AgentEventResource, draft);
  await context.keeper.perform(context.event, "create", NOW);
});
test.after.each(({ store }) => store.close());

async function stored(store: SqliteStore): Promise<Secret> {
  const secret = await store.get(SecretType, key);
  if (secret === undefined) throw new Error("there is no Secret");
  return secret;
}

async function rotate(store: SqliteStore, token: string, now: Date): Promise<void> {
  await store.replace(SecretType, rotatedSecret(await stored(store), token, now));
}

test("tells of a rotation once, by when the token before ends and by nothing else", async ({
  store,
  keeper,
  event,
  told,
}) => {
  const before = (await stored(store)).data?.[TokenSecretKey.token] ?? "";
  await rotate(store, "another-token", NOW);
  // As decided from a cache that does not show the note on the Secret yet.
  for (let time = 0; time < 3; time++) await keeper.perform(event, "record-rotation", NOW);
  const rotations = told.filter(({ reason }) => reason === "TokenRotated");
  assert.is(rotations.length, 1);
  assert.is(
    rotations[0]?.message,
    `the webhook has a new token; the one before is accepted until ${A_DAY_LATER.toISOString()}`,
  );
  const told64 = JSON.stringify(told.map(({ message }) => message));
  for (const secret of ["another-token", before, Buffer.from(before, "base64").toString("utf8")]) {
    assert.not(told64.includes(secret));
  }
  await rotate(store, "a-third-token", A_DAY_LATER);
  await keeper.perform(event, "record-rotation", A_DAY_LATER);
  assert.is(told.filter(({ reason }) => reason === "TokenRotated").length, 2);
});

test("does not drop a previous token that a rotation has just made, whatever the cache showed", async ({
  store,
  keeper,
  event,
}) => {
  await rotate(store, "second", NOW);
  await rotate(store, "third", A_DAY_LATER);
  const before = await stored(store);
  await keeper.perform(event, "drop-previous", A_DAY_LATER);
  assert.equal(await stored(store), before);
  await keeper.perform(event, "drop-previous", new Date("2026-01-03T00:00:00Z"));
  assert.equal(Object.keys((await stored(store)).data ?? {}), ["token"]);
});

const needless: readonly TokenAction[] = ["refill", "label", "record-rotation", "drop-previous", "delete"];
for (const action of needless) {
  test(`leaves a Secret that is as it should be, asked to ${action}`, async ({ store, keeper, event }) => {
    const before = await stored(store);
    await keeper.perform(event, action, NOW);
    assert.equal(await stored(store), before);
  });
}

test("never touches a Secret that somebody else has put there", async ({ store, keeper, event }) => {
  const { metadata, ...rest } = await stored(store);
  const { ownerReferences: _, ...unowned } = metadata;
  const foreign = await store.replace(SecretType, { ...rest, metadata: unowned, data: {} });
  for (const action of needless) await keeper.perform(event, action, NOW);
  assert.equal(await stored(store), foreign);
});

test.run();
