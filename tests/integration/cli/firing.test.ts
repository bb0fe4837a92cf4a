/** `tocsin fire`: the real program against a standalone server. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { TestSystem } from "../../support/a-system.ts";
import { type Ended, runTocsin } from "../../support/cli/run-tocsin.ts";

const test = suite("fire");
let system: TestSystem;
const fire = (args: readonly string[], stdin = ""): Promise<Ended> =>
  runTocsin(["fire", ...args], { kubeconfig: system.standalone.kubeconfig, stdin });

test.before(async () => {
  system = await TestSystem.start();
  await system.addTeam();
  await system.addIdleTeam("idle", 60);
  await system.addEvent({ targets: [{ team: "writers", input: { topic: "{{ .trigger.body.topic }}" } }] });
  await system.addEvent({ targets: [{ team: "idle" }], concurrencyPolicy: "Forbid" }, "slow");
});

test.after(() => system.stop());

test("prints the run's name, and on standard error how to follow it", async () => {
  const { code, stdout, stderr } = await fire(["alarm", "--body", '{"topic": "towers"}']);
  assert.is(code, 0, stderr);
  assert.match(stdout, /^alarm-[a-z2-7]{10}\n$/);
  assert.match(
    stderr,
    new RegExp(`^Fired, task [a-z2-7]{26}\\. Follow it: tocsin watch ${stdout.trim()}\n$`),
  );
});

test("prints the output alone when it waits, with a body from standard input", async () => {
  const { code, stdout, stderr } = await fire(["alarm", "--body", "-", "--sync"], '{"topic": "towers"}');
  assert.is(code, 0, stderr);
  assert.is(stderr, "");
  assert.match(stdout, /towers/);
});

test("prints the answer as it is for programs", async () => {
  const args = ["alarm", "--mode", "sync", "--body", '{"topic": "towers"}', "-o", "json"];
  const { code, stdout, stderr } = await fire(args);
  assert.is(code, 0, stderr);
  assert.is(JSON.parse(stdout).status, "succeeded");
});

test("follows what happens", async () => {
  const { code, stdout, stderr } = await fire(["alarm", "--mode", "sse", "--body", '{"topic": "towers"}']);
  assert.is(code, 0, stderr);
  const names = stdout
    .trimEnd()
    .split("\n")
    .map((line) => line.split(" ")[0]);
  assert.is(names[0], "fire.accepted");
  for (const name of ["run.started", "step.started", "token", "step.completed", "run.completed"])
    assert.ok(names.includes(name), `${name} in ${stdout}`);
  assert.is(names.at(-1), "stream.ended");
});

test("says what the webhook endpoint refuses", async () => {
  const { code, stdout, stderr } = await fire(["alarm", "--body", "{}"]);
  assert.is(code, 2);
  assert.is(stdout, "");
  assert.match(
    stderr,
    /^tocsin: not fired: .*topic.* \(TemplateFailed, request .*\)\nCompare the body with .*\n$/,
  );
});

test("ends after its time with the run's name, and says what is in the way of another fire", async () => {
  const first = await fire(["slow", "--sync", "--timeout", "50ms"]);
  assert.is(first.code, 124, first.stderr);
  const run = /the run (slow-\w+) goes on/.exec(first.stderr)?.[1] ?? "none";
  assert.match(first.stderr, `Follow it: tocsin watch ${run}\n`);
  const second = await fire(["slow"]);
  assert.is(second.code, 0, second.stderr);
  assert.match(second.stderr, `tocsin show ${run}\n`);
});

test("says that nobody answers at an address", async () => {
  const { code, stderr } = await fire(["alarm", "--address", "http://127.0.0.1:1"]);
  assert.is(code, 3);
  assert.match(
    stderr,
    /at http:\/\/127\.0\.0\.1:1 can't be reached: ECONNREFUSED\n.*--address names another\.\n/,
  );
});

test("fires at a named address", async () => {
  const { code, stderr } = await fire([
    "alarm",
    "--address",
    system.standalone.webhookURL,
    "--body",
    '{"topic": "x"}',
  ]);
  assert.is(code, 0, stderr);
});

for (const args of [
  ["alarm", "--sync", "--mode", "sse"],
  ["alarm", "--timeout", "soon"],
  ["alarm", "--mode", "sse", "-o", "json"],
  ["ghost"],
])
  test(`refuses fire ${args.join(" ")}`, async () => {
    const { code, stderr } = await fire(args);
    assert.is(code, 2, stderr);
    assert.is(stderr.split("\n").length, 3, stderr);
  });

test.run();
