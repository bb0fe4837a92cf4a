import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { AgentSpec } from "../../../lib/api/agent.ts";
import { type Secret, SecretType } from "../../../lib/api/core-types.ts";
import { DEFAULT_PROVIDER_SECRET, Label } from "../../../lib/api/keys.ts";
import { SystemRandom } from "../../../runtime/adapters/node/system-random.ts";
import type { SqliteStore } from "../../../runtime/adapters/sqlite/sqlite-store.ts";
import { ProviderDirectory } from "../../../runtime/composition/provider-directory.ts";
import { anAgent } from "../../support/a-local-host.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { FakeTimers } from "../../support/fake-timers.ts";
import { openStore } from "../../support/open-store.ts";
import { SilentLogger } from "../../support/silent-logger.ts";

const test = suite("ProviderDirectory");

const DEFAULT = { baseURL: "http://default.example/v1", apiKey: "sk-operator" };
const OWN_URL = "http://own.example/v1";
let store: SqliteStore;
let directory: ProviderDirectory;
let end: AbortController;
/** Namespaces whose keys have changed. */
let changed: (string | undefined)[];
let news = Promise.withResolvers<void>();

test.before.each(async () => {
  store = await openStore();
  end = new AbortController();
  changed = [];
  const parts = { store, timers: new FakeTimers(new FakeClock()), random: new SystemRandom() };
  directory = new ProviderDirectory({ ...parts, logger: new SilentLogger() }, () => DEFAULT);
  directory.onChange((namespace) => {
    changed.push(namespace);
    news.resolve();
    news = Promise.withResolvers();
  });
  void directory.run(end.signal);
  await directory.whenSynced;
});
test.after.each(async () => {
  end.abort();
  await store.close();
});

/** Resolves at the next change that the directory sees. */
async function seen(write: Promise<Secret>): Promise<Secret> {
  const next = news.promise;
  const written = await write;
  await next;
  return written;
}

function secret(
  name: string,
  key: string,
  labels: Readonly<Record<string, string>> = { [Label.providerKey]: "true" },
) {
  return store.create(SecretType, {
    apiVersion: "v1",
    kind: "Secret",
    type: "Opaque",
    metadata: { namespace: "default", name, labels },
    data: { apiKey: Buffer.from(`${key}\n`).toString("base64") },
  });
}

function lookUp(provider?: AgentSpec["provider"]) {
  const { settings, missing } = directory.lookUp(anAgent(provider === undefined ? {} : { provider }));
  return { baseURL: settings.baseURL, key: settings.apiKey(), missing, readKey: settings.apiKey };
}

const ref = { name: "mine", key: "apiKey" };

test("an agent without a provider gets the operator's address and key", () => {
  const { baseURL, key, missing } = lookUp();
  assert.equal([baseURL, key, missing], [DEFAULT.baseURL, DEFAULT.apiKey, undefined]);
});

test("the namespace's default Secret comes before the operator's key", async () => {
  await seen(secret(DEFAULT_PROVIDER_SECRET, "sk-namespace"));
  assert.equal([lookUp().baseURL, lookUp().key], [DEFAULT.baseURL, "sk-namespace"]);
});

test("an address of its own gets no key that is meant for another", async () => {
  await seen(secret(DEFAULT_PROVIDER_SECRET, "sk-namespace"));
  const { baseURL, key, missing } = lookUp({ baseURL: OWN_URL });
  assert.equal([baseURL, key, missing], [OWN_URL, undefined, undefined]);
});

test("an agent with a Secret of its own gets that key and never another", async () => {
  const before = lookUp({ baseURL: OWN_URL, apiKeySecretRef: ref });
  assert.is(before.key, undefined);
  assert.match(before.missing ?? "", '"mine"');
  await seen(secret("mine", "sk-mine"));
  const after = lookUp({ baseURL: OWN_URL, apiKeySecretRef: ref });
  assert.equal([after.baseURL, after.key, after.missing], [OWN_URL, "sk-mine", undefined]);
  assert.is(lookUp({ apiKeySecretRef: ref }).baseURL, DEFAULT.baseURL);
  assert.match(lookUp({ apiKeySecretRef: { ...ref, key: "other" } }).missing ?? "", '"other"');
});

for (const [what, labels] of [
  ["without the label", {}],
  ["with another value of it", { [Label.providerKey]: "yes" }],
] as const) {
  test(`a Secret ${what} is not read`, async () => {
    await secret("mine", "sk-mine", labels);
    await seen(secret("marker", "sk-marker"));
    const { key, missing } = lookUp({ apiKeySecretRef: ref });
    assert.is(key, undefined);
    assert.match(missing ?? "", Label.providerKey);
  });
}

test("a key is read at each call, so that a rotated or withdrawn one counts at once", async () => {
  const made = await seen(secret("mine", "sk-mine"));
  const { readKey } = lookUp({ apiKeySecretRef: ref });
  const data = { apiKey: Buffer.from("sk-rotated").toString("base64") };
  const rotated = await seen(store.replace(SecretType, { ...made, data }));
  assert.is(readKey(), "sk-rotated");
  await seen(store.replace(SecretType, { ...rotated, metadata: { ...rotated.metadata, labels: {} } }));
  assert.is(readKey(), undefined);
  assert.equal(changed, ["default", "default", "default"]);
});

test.run();
