/** The commands that look: the real program against a standalone server. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parse } from "yaml";
import type { AgentRun } from "../../../lib/api/agent-run.ts";
import { TestSystem } from "../../support/a-system.ts";
import { type Mistake, testMistakes } from "../../support/cli/mistakes.ts";
import { type Ended, runTocsin } from "../../support/cli/run-tocsin.ts";

const ESCAPES = "\x1b[2J\x1b]0;owned\x07safe";
const test = suite("the commands that look");
let system: TestSystem;
let runName: string;
const tocsin = (...args: string[]): Promise<Ended> =>
  runTocsin(args, { kubeconfig: system.standalone.kubeconfig });
/** The lines of a command that succeeds without a word on standard error. */
async function lines(...args: string[]): Promise<string[]> {
  const { code, stdout, stderr } = await tocsin(...args);
  assert.is(stderr, "");
  assert.is(code, 0);
  return stdout.trimEnd().split("\n");
}

test.before(async () => {
  system = await TestSystem.start();
  await system.addTeam({ output: `{{ .steps.write.output }}${ESCAPES}` });
  await system.addEvent();
  await system.addEvent({ source: { type: "cron", cron: "0 0 31 2 *" } }, "never");
  const { body } = await system.post({ query: "?mode=sync&timeout=60s" });
  runName = String(body["runName"]);
});

test.after(() => system.stop());

test("runs lists runs, of all teams or of one", async () => {
  const [heading = "", row = ""] = await lines("runs");
  assert.match(heading, /^NAME +TEAM +PHASE +TRIGGER +STEPS +TOOK +AGE$/);
  assert.match(row, new RegExp(`^${runName} +writers +Succeeded +webhook alarm +1/1 +[\\d.]+m?s +\\d+s$`));
  assert.equal((await lines("runs", "writers", "--limit", "1")).length, 2);
});

test("runs, events and agents list all namespaces, each object with its own", async () => {
  for (const [command, name] of [
    ["runs", runName],
    ["events", "alarm"],
    ["agents", "writer"],
  ] as const) {
    const [heading = "", ...rows] = await lines(command, "-A");
    assert.match(heading, /^NAMESPACE +NAME /);
    assert.ok(
      rows.some((row) => new RegExp(`^default +${name} `).test(row)),
      command,
    );
    assert.equal(await tocsin(command, "-n", "empty"), {
      code: 0,
      stdout: "",
      stderr: `There are no ${command} in the namespace empty.\n`,
    });
  }
  const everywhere = await tocsin("runs", "idle", "--all-namespaces");
  assert.is(everywhere.stderr, 'There are no runs of the team "idle" in any namespace.\n');
});

test("runs says on standard error that there are none", async () => {
  assert.equal(await tocsin("runs", "idle"), {
    code: 0,
    stdout: "",
    stderr: 'There are no runs of the team "idle" in the namespace default.\n',
  });
});

test("show tells a run's steps and output, and lets nothing through that a terminal obeys", async () => {
  const text = (await lines("show", runName, "--outputs")).join("\n");
  assert.match(text, /└─ ✔ write +Succeeded +[\d.]+m?s +1 +\d+\+\d+\n/);
  assert.match(text, /\nOutput:\n {2}.*safe$/s);
  assert.match(text, /\nOutput of write:\n/);
  assert.not.match(text, /[\x00-\x09\x0b-\x1f\x7f]/);
});

test("show and runs print the objects as they are", async () => {
  const json = JSON.parse((await lines("show", runName, "-o", "json")).join("\n")) as AgentRun;
  assert.is(json.kind, "AgentRun");
  assert.match(json.status?.output ?? "", ESCAPES);
  const list = parse((await lines("runs", "-o", "yaml")).join("\n"));
  assert.is(list.kind, "List");
  assert.equal(list.items, [json]);
});

test("events tells what fires, and why one is not ready", async () => {
  const rows = await lines("events");
  assert.match(rows[1] ?? "", /^alarm +webhook +True +1 +\d+s ago +-$/);
  assert.match(rows[2] ?? "", /^never +cron 0 0 31 2 \* +False +0 +- +- +ScheduleNeverFires: /);
});

test("agents tells who is ready", async () => {
  await system.eventually(async () => {
    const [, row = ""] = await lines("agents");
    return /^writer +any +1\/1 +ping +(-|Healthy .* ago)$/.test(row) ? true : undefined;
  }, "the agent is ready");
});

test("graph draws a team, and writes it for other programs", async () => {
  assert.equal(await lines("graph", "writers"), ["●  write   by desk"]);
  assert.equal(await lines("graph", "writers", "-o", "mermaid"), ["flowchart TD", '  s0["write<br/>desk"]']);
  assert.is((await lines("graph", "writers", "-o", "dot"))[0], 'digraph "writers" {');
  assert.is(JSON.parse((await lines("graph", "writers", "-o", "json")).join("\n")).kind, "AgentTeam");
});

const MISTAKES: readonly Mistake[] = [
  [["show", "ghost"], 2, /^tocsin: there is no run "ghost" in the namespace default\nSee .* tocsin runs\n$/],
  [
    ["graph", "ghost", "-n", "empty"],
    2,
    /no team "ghost" in the namespace empty\nThere is no team at all; another namespace is chosen with -n\.\n/,
  ],
  [["graph", "ghost"], 2, /\nThere are writers; another namespace is chosen with -n\.\n/],
  [["suspend", "nevr"], 2, /no event "nevr" in the namespace default\nDid you mean never\?\n/],
  [["show"], 2, /show needs <run>/],
  [["runs", "--limit", "few"], 2, /--limit is a whole number/],
  [["events", "-o", "xml"], 2, /json or yaml, not "xml"/],
  [["agents", "--context", "ghost"], 3, /no context "ghost"/],
];
testMistakes(test, tocsin, MISTAKES);

test.run();
