/** What the commands that start runs refuse, and how: the real program against a standalone server. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { TestSystem } from "../../support/a-system.ts";
import { type Ended, runTocsin, SOURCE } from "../../support/cli/run-tocsin.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const test = suite("what the commands refuse");

const folder = temporaryFolder();
let system: TestSystem;

const tocsin = (args: string): Promise<Ended> =>
  runTocsin(args.split(" "), { kubeconfig: system.standalone.kubeconfig });

test.before(async () => {
  system = await TestSystem.start();
  await system.addTeam();
});
test.after(async () => {
  await system.stop();
  folder[Symbol.dispose]();
});

const misused: readonly (readonly [args: string, code: number, stderr: RegExp])[] = [
  ["trigger", 2, /^tocsin: trigger needs <team>: .*\nRun tocsin trigger --help/],
  ["trigger writers --wach", 2, /^tocsin: trigger has no flag --wach; did you mean --watch\?\n/],
  ["trigger writers --input [1]", 2, /^tocsin: the input is a list\n--input is a JSON object/],
  ["trigger writers --timeout 5", 2, /^tocsin: --timeout: "5" lacks a unit/],
  [
    "trigger writters",
    2,
    /^tocsin: there is no team "writters" in the namespace default\nDid you mean writers\?\n$/,
  ],
  [
    "trigger writers -n elsewhere",
    2,
    /^tocsin: there is no team "writers" in the namespace elsewhere\nThere is no team at all/,
  ],
  ["trigger writers --context nowhere", 3, /^tocsin: there is no context "nowhere" in .*\nName one with/],
  ["trigger writers --kubeconfig /none", 3, /^tocsin: there is no kubeconfig \/none\n/],
  ["retry writers", 2, /^tocsin: team writers has not run yet\ntocsin trigger writers starts it\.\n$/],
  [
    "watch ghost",
    2,
    /^tocsin: there is no run "ghost" in the namespace default\nSee which there are: tocsin runs/,
  ],
  ["triger writers", 2, /^tocsin: there is no command "triger"; did you mean trigger\?\n/],
];
for (const [args, code, stderr] of misused) {
  test(`refuses ${args}`, async () => {
    const ended = await tocsin(args);
    assert.equal([ended.code, ended.stdout], [code, ""]);
    assert.match(ended.stderr, stderr);
    assert.is(ended.stderr.split("\n").length, 3);
  });
}

test("does not take a disk that is full for a run that failed", async () => {
  const program = ["sh", "-c", 'exec "$@" > /dev/full', "sh", ...SOURCE];
  const { kubeconfig } = system.standalone;
  const { code, stderr } = await runTocsin(["events", "-o", "json"], { kubeconfig, program });
  assert.is(code, 2);
  assert.match(stderr, /^tocsin: the output can't be written: ENOSPC\nWrite it somewhere else; .*\n$/);
});

test("names the address of a server that is not there", async () => {
  const away = join(folder.path, "away");
  const config = {
    "current-context": "a",
    contexts: [{ name: "a", context: { cluster: "a" } }],
    clusters: [{ name: "a", cluster: { server: "http://127.0.0.1:1" } }],
  };
  writeFileSync(away, JSON.stringify(config));
  const { code, stderr } = await tocsin(`trigger writers --kubeconfig ${away}`);
  assert.is(code, 3);
  assert.match(stderr, "tocsin: the API server at 127.0.0.1:1 can't be reached: ECONNREFUSED\nIs it running");
});

test("a server that does not know the token counts as not allowed", async () => {
  const stale = join(folder.path, "stale");
  const text = readFileSync(system.standalone.kubeconfig, "utf8");
  writeFileSync(stale, text.replace(/"token": "[^"]+"/, '"token": "stale"'));
  const { code, stderr } = await tocsin(`trigger writers --kubeconfig ${stale}`);
  assert.is(code, 3);
  assert.match(stderr, "Log in to the cluster again");
});

test.run();
