import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { EventRecordType, SecretType } from "../../../lib/api/core-types.ts";
import { DEFINITIONS } from "../../../lib/api/definitions.ts";
import { Label } from "../../../lib/api/keys.ts";
import { AgentReason } from "../../../lib/api/reason.ts";
import { hasEnded } from "../../../runtime/domain/firing/fires-of.ts";
import { HealthSystem } from "../../support/health/health-system.ts";
import { sooner } from "../../support/health/sooner.ts";
import { TurningProvider } from "../../support/health/turning-provider.ts";
import { answers } from "../../support/hostile-behaviours.ts";

const test = suite("provider key");

const NAMESPACE = "keys";
const FIRST_KEY = "sk-first-0123456789abcdef";
const SECOND_KEY = "sk-second-0123456789abcdef";
const OPERATOR_KEY = "sk-operator-0123456789abcdef";
const ALLOWED = { [Label.providerKey]: "true" };

let system: HealthSystem;
let own: TurningProvider;
let byDefault: TurningProvider;
let other: TurningProvider;

test.before(async () => {
  [own, byDefault, other] = await Promise.all([
    TurningProvider.start(),
    TurningProvider.start(),
    TurningProvider.start(),
  ]);
  system = await HealthSystem.start({ OPENAI_BASE_URL: byDefault.baseURL, OPENAI_API_KEY: OPERATOR_KEY });
  await system.addWork(NAMESPACE, { timeoutSeconds: 10, retries: 3 });
  await putKey(FIRST_KEY, {});
  const apiKeySecretRef = { name: "model-key", key: "apiKey" };
  await system.addAgent(NAMESPACE, "own", { provider: { baseURL: own.baseURL, apiKeySecretRef } });
  await system.addAgent(NAMESPACE, "plain");
  await system.addAgent(NAMESPACE, "elsewhere", { provider: { baseURL: other.baseURL } });
});
test.after(async () => {
  await system.stop();
  for (const provider of [own, byDefault, other]) await provider.close();
});

/** Writes the Secret that the agent names. */
async function putKey(key: string, labels: Readonly<Record<string, string>>): Promise<void> {
  const { store } = system.standalone;
  const at = { namespace: NAMESPACE, name: "model-key" };
  const data = { apiKey: Buffer.from(key).toString("base64") };
  const known = await store.get(SecretType, at);
  if (known === undefined) {
    await store.create(SecretType, { apiVersion: "v1", kind: "Secret", type: "Opaque", metadata: at, data });
  } else await store.replace(SecretType, { ...known, metadata: { ...known.metadata, labels }, data });
}

async function hasReason(reason: string): Promise<boolean> {
  return (await system.agent(NAMESPACE, "own"))?.status?.conditions?.[0]?.reason === reason;
}

const keysAt = (provider: TurningProvider) => [...new Set(provider.calls.map((call) => call.authorization))];
const hasSeen = (key: string) => () => keysAt(own).includes(`Bearer ${key}`);

test("a Secret without the label is not read: the agent says what is missing, and sends no key", async () => {
  await sooner(() => hasReason(AgentReason.providerKeyMissing), "the condition says that the key is missing");
  const message = (await system.agent(NAMESPACE, "own"))?.status?.conditions?.[0]?.message ?? "";
  assert.match(message, "model-key");
  assert.match(message, Label.providerKey);
  await sooner(() => own.calls.length > 0, "the provider is asked");
  assert.equal(keysAt(own), [undefined]);
});

test("the label allows it, with no change of the agent", async () => {
  await putKey(FIRST_KEY, ALLOWED);
  await sooner(() => hasReason(AgentReason.ready), "the agent is ready");
  await sooner(hasSeen(FIRST_KEY), "the key is sent");
});

test("a rotated key is sent without a restart of the pod", async () => {
  const pod = (await system.agent(NAMESPACE, "own"))?.status?.lastProbe?.[0]?.pod;
  await putKey(SECOND_KEY, ALLOWED);
  await sooner(hasSeen(SECOND_KEY), "the new key is sent");
  const since = own.calls.findIndex((call) => call.authorization === `Bearer ${SECOND_KEY}`);
  await sooner(() => own.calls.length > since + 2, "it is asked again");
  assert.equal(
    [...new Set(own.calls.slice(since).map((call) => call.authorization))],
    [`Bearer ${SECOND_KEY}`],
  );
  assert.is((await system.agent(NAMESPACE, "own"))?.status?.lastProbe?.[0]?.pod, pod);
});

test("the operator's key goes to the operator's address alone", async () => {
  for (const name of ["plain", "elsewhere"]) await system.ready(NAMESPACE, name);
  assert.equal(keysAt(byDefault), [`Bearer ${OPERATOR_KEY}`]);
  assert.equal(keysAt(other), [undefined]);
  assert.not.ok(keysAt(own).includes(`Bearer ${OPERATOR_KEY}`));
});

test("a key that loses its label, or is gone, is sent no more", async () => {
  await putKey(SECOND_KEY, {});
  await sooner(() => hasReason(AgentReason.providerKeyMissing), "the key is missing again");
  const before = own.calls.length;
  await sooner(() => own.calls.length > before + 1, "the provider is asked again");
  assert.is(own.calls.at(-1)?.authorization, undefined);
  await putKey(SECOND_KEY, ALLOWED);
  await sooner(() => hasReason(AgentReason.ready), "the agent is ready again");
});

test("no key is in a log, a status, a record, a metric or the file, also where the provider quotes it", async () => {
  const fire = (id: string) => system.fire(NAMESPACE, id);
  await Promise.all(["one", "two", "three"].map(fire));
  const error = { message: `Incorrect API key provided: ${SECOND_KEY}`, type: "invalid_request_error" };
  await own.turnBad({ kind: "answers", behaviour: answers(401, { error }) });
  await Promise.all(["four", "five", "six"].map(fire));
  await system.ready(NAMESPACE, "own", 0);
  await sooner(async () => (await system.runs(NAMESPACE)).every(hasEnded), "all runs have ended");
  await sooner(async () => (await system.recordsOf(NAMESPACE, "own")).length > 0, "the change is recorded");
  assert.equal(
    (await system.runs(NAMESPACE)).filter((run) => run.status?.phase !== "Succeeded"),
    [],
  );
  for (const [where, text] of await everythingWritten()) {
    for (const key of [FIRST_KEY, SECOND_KEY, OPERATOR_KEY]) {
      assert.not.ok(text.includes(key), `${where} holds a key`);
      const isSecret = where.startsWith("file");
      const encoded = Buffer.from(key).toString("base64");
      assert.not.ok(!isSecret && text.includes(encoded), `${where} holds an encoded key`);
    }
  }
});

/** What can be read of a system, by where it is. Secrets hold their keys encoded, so that files may hold that. */
async function everythingWritten(): Promise<[where: string, text: string][]> {
  const { store, metricsURL } = system.standalone;
  const texts: [string, string][] = [["log", system.log.join("")]];
  for (const type of [...DEFINITIONS, EventRecordType]) {
    texts.push([type.kind, JSON.stringify((await store.list(type)).items)]);
  }
  texts.push(["metrics", await (await fetch(`${metricsURL}/metrics`)).text()]);
  for (const file of readdirSync(system.folder)) {
    texts.push([`file ${file}`, readFileSync(join(system.folder, file), "latin1")]);
  }
  return texts;
}

test.run();
