/** The commands that change events and their tokens: the real program against a standalone server. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { EventRecordType, SecretType } from "../../../lib/api/core-types.ts";
import { tokenSecretName } from "../../../lib/api/keys.ts";
import { TestSystem } from "../../support/a-system.ts";
import { type Mistake, testMistakes } from "../../support/cli/mistakes.ts";
import { type Ended, runTocsin } from "../../support/cli/run-tocsin.ts";

const A_DAY_MS = 24 * 3_600_000;
const test = suite("the commands that change events");
let system: TestSystem;
const tocsin = (...args: string[]): Promise<Ended> =>
  runTocsin(args, { kubeconfig: system.standalone.kubeconfig });
const statusOf = async (token: string) =>
  (await system.post({ headers: { authorization: `Bearer ${token}` } })).status;

test.before(async () => {
  system = await TestSystem.start();
  await system.addTeam();
  await system.addEvent();
  await system.addEvent({ source: { type: "cron", cron: "0 0 1 1 *" } }, "yearly");
});

test.after(() => system.stop());

test("suspend and resume pause an event and let it go on, however often they are said", async () => {
  for (let time = 0; time < 2; time++)
    assert.equal(await tocsin("suspend", "alarm"), { code: 0, stdout: "alarm is suspended\n", stderr: "" });
  await system.observed();
  assert.is((await system.post()).status, 503);
  assert.equal(await tocsin("resume", "alarm"), { code: 0, stdout: "alarm fires again\n", stderr: "" });
  await system.observed();
  assert.is((await system.post()).status, 202);
  const json = JSON.parse((await tocsin("resume", "alarm", "-o", "json")).stdout);
  assert.is(json.kind, "AgentEvent");
});

test("token prints the token alone, also of an event that has just been made", async () => {
  assert.equal(await tocsin("token", "alarm"), { code: 0, stdout: `${await system.token()}\n`, stderr: "" });
  await system.addEvent({}, "fresh");
  const { stdout, stderr } = await tocsin("token", "fresh");
  assert.match(stdout, /^[\w-]{43}\n$/, stderr);
});

test("rotate-token gives a new token, keeps the old one valid for a day, and an Event tells of it", async () => {
  const before = await system.token();
  const startedAt = Date.now();
  const { code, stdout, stderr } = await tocsin("rotate-token", "alarm");
  assert.is(code, 0, stderr);
  const until = /^alarm has a new token; the one before is accepted until (\S+)\n$/.exec(stdout)?.[1] ?? "";
  assert.ok(Math.abs(Date.parse(until) - startedAt - A_DAY_MS) < 60_000, stdout);
  const after = await system.token("alarm", before);
  assert.not.match(stdout + stderr, after);
  assert.is(await statusOf(after), 202);
  assert.is(await statusOf(before), 202);
  const told = () =>
    system.store
      .list(EventRecordType, { namespace: "default" })
      .then(({ items }) =>
        items
          .filter(({ reason }) => reason === "TokenRotated")
          .map(({ message, count }) => ({ message, count })),
      );
  const message = `the webhook has a new token; the one before is accepted until ${until}`;
  await system.eventually(async () => ((await told()).length > 0 ? true : undefined), "it is recorded");
  assert.equal(await told(), [{ message, count: 1 }]);
});

test("token and rotate-token leave alone a Secret that is not the event's own", async () => {
  const data = { token: Buffer.from("a-stranger's").toString("base64") };
  const metadata = { name: tokenSecretName("taken"), namespace: "default" };
  await system.store.create(SecretType, { apiVersion: "v1", kind: "Secret", metadata, data });
  await system.addEvent({}, "taken");
  for (const command of ["token", "rotate-token"]) {
    const { code, stdout, stderr } = await tocsin(command, "taken");
    assert.is(code, 2);
    assert.is(stdout, "");
    assert.match(stderr, /the Secret taken-webhook-token in the namespace default is not the event's own\n/);
  }
  assert.equal((await system.tokenSecret("taken"))?.data, data);
});

test("version tells of the program and of the server", async () => {
  const { code, stdout } = await tocsin("version");
  assert.is(code, 0);
  assert.match(
    stdout,
    /^client: tocsin \d+\.\d+\.\d+\nserver: v1\.32\.0\+tocsin at https:.*\nkinds: {2}tocsin\.dev\/v1alpha1\n$/,
  );
  const json = JSON.parse((await tocsin("version", "-o", "json")).stdout);
  assert.is(json.server.kinds, "tocsin.dev/v1alpha1");
});

test("version tells of the program alone where no server can be reached", async () => {
  const { code, stdout, stderr } = await tocsin("version", "--kubeconfig", "/nonexistent");
  assert.is(code, 0);
  assert.match(stdout, /^client: tocsin [\d.]+\n$/);
  assert.match(stderr, /there is no kubeconfig \/nonexistent/);
});

const MISTAKES: readonly Mistake[] = [
  [
    ["suspend", "ghost"],
    2,
    /there is no event "ghost" in the namespace default\nThere are .*; another namespace is chosen with -n\.\n/,
  ],
  [["token", "ghost"], 2, /there is no event "ghost"/],
  [["token", "yearly"], 2, /"yearly" fires by cron and has no token\nOnly webhook events/],
  [["rotate-token", "yearly"], 2, /fires by cron/],
];
testMistakes(test, tocsin, MISTAKES);

test.run();
