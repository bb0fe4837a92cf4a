import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type Secret, SecretType } from "../../../../lib/api/core-types.ts";
import { TaskTokens } from "../../../../runtime/adapters/agents/task-tokens.ts";
import { ObjectCache } from "../../../../runtime/controller/object-cache.ts";
import { taskSecretDraft } from "../../../../runtime/domain/agent/task-secret.ts";
import { withDigests } from "../../../../runtime/domain/webhook/token-digests.ts";
import type { Store } from "../../../../runtime/ports/store.ts";
import { anAgent } from "../../../support/a-local-host.ts";
import { HookedStore } from "../../../support/hooked-store.ts";
import { openStore } from "../../../support/open-store.ts";

const test = suite("TaskTokens");
const key = { namespace: "default", name: "writer-tasks" };

async function setUp() {
  const store = new HookedStore(await openStore());
  const secrets = new ObjectCache<Secret>({ slim: withDigests, onListenerError: () => undefined });
  const tokens = new TaskTokens(store, secrets);
  const write = async (token: string, change: (store: Store, draft: Secret) => Promise<Secret>) => {
    const { ownerReferences: _, ...metadata } = taskSecretDraft(anAgent(), token).metadata;
    secrets.upsert(await change(store, { ...taskSecretDraft(anAgent(), token), metadata } as Secret));
  };
  return { store, secrets, tokens, write, of: () => tokens.of("default", "writer") };
}

test("reads a token once, and again when its Secret has changed", async () => {
  const { store, of, write } = await setUp();
  await write("one", (to, draft) => to.create(SecretType, draft));
  const before = store.count("get");
  assert.equal([await of(), await of()], ["one", "one"]);
  assert.is(store.count("get"), before + 1);
  await write("two", (to, draft) => to.replace(SecretType, draft));
  assert.equal([await of(), await of()], ["two", "two"]);
  assert.is(store.count("get"), before + 2);
});

test("has none where there is no Secret, or no token in it", async () => {
  const { of, write } = await setUp();
  assert.is(await of(), undefined);
  await write("", (to, draft) => to.create(SecretType, { ...draft, data: {} }));
  assert.is(await of(), undefined);
});

test("keeps the last token where the Secret is gone: the pods have it still", async () => {
  const { store, secrets, of, write } = await setUp();
  await write("one", (to, draft) => to.create(SecretType, draft));
  await of();
  await store.delete(SecretType, key);
  secrets.remove(key);
  assert.is(await of(), "one");
});

test.run();
