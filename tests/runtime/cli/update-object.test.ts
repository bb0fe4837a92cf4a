import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type Secret, SecretType } from "../../../lib/api/core-types.ts";
import { updateObject } from "../../../runtime/cli/update-object.ts";
import { isStoreError, StoreErrorReason } from "../../../runtime/ports/store-error.ts";
import { openStore } from "../../support/open-store.ts";

const key = { namespace: "default", name: "s" };
const draft = { apiVersion: "v1", kind: "Secret" as const, metadata: key, data: { own: "YQ==" } };
const setOwn = (secret: Secret): Secret => ({ ...secret, data: { ...secret.data, own: "Yg==" } });

const test = suite("updateObject");

test("keeps what somebody else wrote meanwhile", async () => {
  const store = await openStore();
  await store.create(SecretType, draft);
  let reads = 0;
  const read = async () => {
    const found = (await store.get(SecretType, key)) as Secret;
    // The first time, another is faster.
    if (reads++ === 0) await store.replace(SecretType, { ...found, data: { ...found.data, other: "Yw==" } });
    return found;
  };
  const updated = await updateObject(store, SecretType, read, setOwn);
  assert.equal(updated.data, { own: "Yg==", other: "Yw==" });
  await store.close();
});

test("writes nothing where nothing has to change", async () => {
  const store = await openStore();
  const created = await store.create(SecretType, draft);
  const updated = await updateObject(
    store,
    SecretType,
    async () => created,
    () => undefined,
  );
  assert.is(updated.metadata.resourceVersion, created.metadata.resourceVersion);
  assert.equal(await store.get(SecretType, key), created);
  await store.close();
});

test("gives up where others keep writing", async () => {
  const store = await openStore();
  const stale = await store.create(SecretType, draft);
  await store.replace(SecretType, { ...stale, data: {} });
  let reads = 0;
  const read = async () => {
    reads++;
    return stale;
  };
  const error = await updateObject(store, SecretType, read, setOwn).catch((thrown: unknown) => thrown);
  assert.ok(isStoreError(error, StoreErrorReason.conflict));
  assert.is(reads, 8);
  await store.close();
});

test.run();
