/** The commands that start runs: the real program against a standalone server. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type AgentRun, AgentRunResource } from "../../../lib/api/agent-run.ts";
import { AgentTeamResource } from "../../../lib/api/agent-team.ts";
import { API_VERSION } from "../../../lib/api/group.ts";
import { TestSystem } from "../../support/a-system.ts";
import { aStep, aTeamSpec } from "../../support/builders/a-team.ts";
import { type Ended, runTocsin } from "../../support/cli/run-tocsin.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const test = suite("the commands that start runs");

const NAMESPACE = "default";
const TEAM = { apiVersion: API_VERSION, kind: "AgentTeam" } as const;
const folder = temporaryFolder();
let system: TestSystem;

const tocsin = (args: string, stdin = ""): Promise<Ended> =>
  runTocsin(args.split(" "), { kubeconfig: system.standalone.kubeconfig, stdin });

async function runOf(name: string): Promise<AgentRun> {
  const run = await system.store.get(AgentRunResource, { namespace: NAMESPACE, name });
  if (run === undefined) throw new Error(`there is no run ${name}`);
  return run;
}

async function modelAnswers(mode: "healthy" | "error-500"): Promise<void> {
  const url = new URL("/stand-in/mode", system.standalone.standIn?.baseURL);
  await fetch(url, { method: "PUT", body: JSON.stringify({ mode }) });
}

test.before(async () => {
  system = await TestSystem.start();
  await system.addTeam();
  await system.addIdleTeam("idle", 3_000);
  const steps = [
    aStep("gather"),
    aStep("tell", { dependsOn: ["gather"], service: "desk", prompt: "Tell of {{ .steps.gather.output }}." }),
    aStep("close", { dependsOn: ["tell"] }),
  ];
  const metadata = { namespace: NAMESPACE, name: "desk" };
  await system.store.create(AgentTeamResource, { ...TEAM, metadata, spec: aTeamSpec({ steps }) });
});
test.after(async () => {
  await system.stop();
  folder[Symbol.dispose]();
});

test("trigger prints the run's name once the team's status shows the run", async () => {
  const { code, stdout, stderr } = await tocsin("trigger writers");
  assert.equal([code, stderr], [0, ""]);
  const name = stdout.trimEnd();
  assert.match(name, /^writers-[a-z2-7]{10}$/);
  const team = await system.store.get(AgentTeamResource, { namespace: NAMESPACE, name: "writers" });
  assert.is(team?.status?.lastRunName, name);
  const { spec, metadata } = await runOf(name);
  assert.equal([spec.trigger.type, spec.input], ["cli", { topic: "bells" }]);
  assert.equal(metadata.ownerReferences?.[0]?.uid, team?.metadata.uid);
});

test("trigger takes inputs from the flag, a file and standard input, over the team's own", async () => {
  const file = join(folder.path, "input.json");
  writeFileSync(file, '{"topic": "clocks", "count": 3}');
  const inputs = [
    ['{"topic":"gongs"}', "", { topic: "gongs" }],
    [`@${file}`, "", { topic: "clocks", count: "3" }],
    ["-", '{"more": ["a", 1]}', { topic: "bells", more: '["a",1]' }],
  ] as const;
  for (const [flag, stdin, input] of inputs) {
    const { stdout } = await tocsin(`trigger writers --input ${flag}`, stdin);
    assert.equal((await runOf(stdout.trimEnd())).spec.input, input);
  }
});

test("trigger --sync prints the output and nothing else", async () => {
  const { code, stdout, stderr } = await tocsin("trigger writers --sync");
  assert.equal([code, stderr], [0, ""]);
  const { items } = await system.store.list(AgentRunResource);
  assert.ok(items.some(({ status }) => `${status?.output}\n` === stdout));
});

test("trigger --watch tells each step's beginning, output and end, in plain lines", async () => {
  const { code, stdout, stderr } = await tocsin("trigger desk --watch");
  assert.equal([code, stderr], [0, ""]);
  const lines = stdout
    .trimEnd()
    .split("\n")
    .filter((line) => !/^\w+ \| ./.test(line));
  const patterns = [
    /^run desk-[a-z2-7]{10} started$/,
    /^gather: started$/,
    /^gather: succeeded in [\d.]+m?s$/,
    /^tell: started$/,
    /^tell: succeeded in [\d.]+m?s$/,
    /^close: started$/,
    /^close: succeeded in [\d.]+m?s$/,
    /^run desk-[a-z2-7]{10} succeeded in [\d.]+m?s$/,
  ];
  assert.is(lines.length, patterns.length, stdout);
  for (const [index, pattern] of patterns.entries()) assert.match(lines[index] ?? "", pattern);
  assert.match(stdout, /^gather \| ./m);
  assert.not.match(stdout, "\x1b");
});

test("trigger --watch --sync keeps the progress on standard error", async () => {
  const { stdout, stderr } = await tocsin("trigger writers --watch --sync");
  assert.match(stderr, /^write: succeeded in/m);
  assert.not.match(stdout, /succeeded in/);
  assert.is.not(stdout, "");
});

test("a run that takes too long is left to go on, and named", async () => {
  const { code, stdout, stderr } = await tocsin("trigger idle --sync --timeout 2s");
  assert.equal([code, stdout], [124, ""]);
  // On a busy machine the operator may not have come to it yet.
  const words = /^tocsin: run (idle-\w+) has not (?:ended|been taken up by an operator) within 2s; it /;
  const [, name = ""] = words.exec(stderr) ?? [];
  assert.match(stderr, `\nFollow it with: tocsin watch ${name}\n`);
  const { kubeconfig } = system.standalone;
  const followed = await runTocsin(["watch", name], { kubeconfig, interruptAt: `run ${name} started` });
  assert.is(followed.code, 130);
  assert.is((await runOf(name)).status?.phase, "Running");
});

test("Ctrl-C leaves the run going, and says so", async () => {
  const { kubeconfig } = system.standalone;
  const args = ["trigger", "idle", "--watch"];
  const { code, stdout, stderr } = await runTocsin(args, { kubeconfig, interruptAt: " started" });
  assert.is(code, 130);
  const [, name = ""] = /^run (\S+) started$/m.exec(stdout) ?? [];
  assert.is(stderr, `tocsin: run ${name} goes on\nFollow it with: tocsin watch ${name}\n`);
  assert.is((await runOf(name)).status?.phase, "Running");
});

test("retry keeps what succeeded, and repeats what failed and what was skipped", async () => {
  const first = (await tocsin("trigger desk --sync")).stdout;
  assert.is.not(first, "");
  await modelAnswers("error-500");
  const failed = await tocsin("trigger desk --sync");
  assert.equal([failed.code, failed.stdout], [1, ""]);
  const [, name = ""] = /^tocsin: run (\S+) failed: /.exec(failed.stderr) ?? [];
  assert.match(failed.stderr, `tocsin retry desk repeats what failed.`);

  assert.is((await tocsin("retry desk --step close")).code, 2);
  const again = await tocsin("retry desk --watch --step gather");
  assert.is(again.code, 1, again.stderr);
  assert.match(again.stdout, /^gather: failed after [\d.]+m?s: /m);
  assert.match(again.stdout, `run ${name}-r1 failed after`);

  await modelAnswers("healthy");
  const healed = await tocsin("retry desk --sync");
  assert.equal([healed.code, healed.stderr], [0, ""]);
  const { spec, status } = await runOf(`${name}-r2`);
  assert.equal(spec.retryOf, { run: `${name}-r1` });
  assert.is(`${status?.output}\n`, healed.stdout);

  const refused = await tocsin("retry desk");
  assert.is(refused.code, 2);
  assert.match(refused.stderr, `run "${name}-r2" has not failed (it is Succeeded)`);
});

test.run();
