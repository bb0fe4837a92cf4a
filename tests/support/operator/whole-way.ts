import * as assert from "uvu/assert";
import { API_VERSION } from "../../../lib/api/group.ts";
import { TokenSecretKey, tokenSecretName } from "../../../lib/api/keys.ts";
import type { OperatedNamespace } from "./operated-namespace.ts";

const EXAMPLE = "dist/examples/research-desk.k8s.yaml";
const EVENT = "research";
const LONG_AGO = "2020-01-01T00:00:00Z";

/** Applies the example, fires its event, and makes an operator use all that it has a right to. */
export async function walkTheWholeWay(place: OperatedNamespace, webhookURL: string): Promise<void> {
  await place.apply({ file: EXAMPLE });
  const event = EVENT;
  const token = await place.token(event);
  await fireAndPoll(place, webhookURL, event, token);
  await askForWhatIsNotThere(place, webhookURL, event, token);
  await turnTheToken(place, event);
  await suspendTwice(place, event);
  await leaveHistory(place, webhookURL, event);
  await place.patch("agentevents", event, { spec: { source: { type: "cron", cron: "0 0 1 1 *" } } });
  await place.until("the token's Secret goes with the webhook", async () =>
    (await place.secret(tokenSecretName(event))) === undefined ? true : undefined,
  );
}

async function fireAndPoll(
  place: OperatedNamespace,
  webhookURL: string,
  event: string,
  token: string,
): Promise<void> {
  const fired = await place.fire(webhookURL, event, { query: "?mode=sync&timeout=60s", token, body: BODY });
  const answer = (await fired.json()) as { status: string; output: string; runName: string };
  assert.is(fired.status, 200, JSON.stringify(answer));
  assert.is(answer.status, "succeeded", JSON.stringify(answer));
  assert.ok(answer.output.length > 0);
  const path = `/triggers/${place.name}/${event}/runs/${answer.runName}`;
  const polled = await fetch(`${webhookURL}${path}`, { headers: { Authorization: `Bearer ${token}` } });
  assert.is(polled.status, 200);
}

const BODY = { topic: "the history of bells" };

/** What the caches don't show is read live. */
async function askForWhatIsNotThere(
  place: OperatedNamespace,
  webhookURL: string,
  event: string,
  token: string,
): Promise<void> {
  assert.is((await place.fire(webhookURL, "ghost", { token })).status, 404);
  assert.is((await place.fire(webhookURL, event, { token: "wrong" })).status, 401);
  const orphan = {
    apiVersion: API_VERSION,
    kind: "AgentEvent",
    metadata: { name: "orphan" },
    spec: { source: { type: "webhook" }, targets: [{ team: "nobody" }] },
  };
  await place.apply({ objects: [orphan] });
  const answer = await place.fire(webhookURL, "orphan", { token: await place.token("orphan") });
  assert.is(answer.status, 422, await answer.text());
}

/** A deleted token is replaced, and an old one that has had its time is taken out. */
async function turnTheToken(place: OperatedNamespace, event: string): Promise<void> {
  const name = tokenSecretName(event);
  const before = await place.token(event);
  await place.delete("secrets", name);
  await place.until("another token", async () => ((await place.token(event)) !== before ? true : undefined));
  const stringData = {
    [TokenSecretKey.previousToken]: before,
    [TokenSecretKey.previousTokenExpiresAt]: LONG_AGO,
  };
  await place.patch("secrets", name, { stringData });
  await place.until("the old token gone", async () => {
    const secret = await place.secret(name);
    return secret !== undefined && secret[TokenSecretKey.previousToken] === undefined ? true : undefined;
  });
}

/** The second time, the record of the first is counted up. */
async function suspendTwice(place: OperatedNamespace, event: string): Promise<void> {
  for (const suspended of [true, false, true, false]) {
    await place.patch("agentevents", event, { spec: { suspended } });
    await place.until("the change observed", async () => {
      const found = await place.event(event);
      return found?.status?.observedGeneration === found?.metadata.generation ? true : undefined;
    });
  }
}

async function leaveHistory(place: OperatedNamespace, webhookURL: string, event: string): Promise<void> {
  const team = (await place.event(event))?.spec.targets[0]?.team ?? "";
  await place.patch("agentteams", team, { spec: { runHistoryLimit: { succeeded: 1, failed: 0 } } });
  const token = await place.token(event);
  await place.until("the new token known", async () => {
    const fired = await place.fire(webhookURL, event, { query: "?mode=sync&timeout=60s", token, body: BODY });
    return fired.status === 200 ? true : undefined;
  });
  await place.until("one run kept", async () => ((await place.runs()).length === 1 ? true : undefined));
}
