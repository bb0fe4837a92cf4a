/** The CLI as it is published: bundled, on the Node of a person's shell, against a standalone system of the same bundle. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parse, stringify } from "yaml";
import { buildBundles } from "../../pack/build-bundles.ts";
import { BUNDLES } from "../../pack/bundles.ts";
import { COMMANDS } from "../../runtime/cli/commands.ts";
import { nodeOfTheShell } from "../support/cli/node-of-the-shell.ts";
import { type Ended, runTocsin } from "../support/cli/run-tocsin.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const test = suite("BUNDLES");

const folder = temporaryFolder();
const data = join(folder.path, "data");
const bundle = join(folder.path, "bundle");
const entry = join(bundle, "tocsin.js");
const EXAMPLE = "dist/examples/research-desk.k8s.yaml";
const PORTS = Object.fromEntries(
  ["API", "WEBHOOK", "METRICS", "STAND_IN"].map((name) => [`TOCSIN_${name}_PORT`, "0"]),
);
let server: ChildProcess;

async function start(): Promise<void> {
  await buildBundles(
    bundle,
    BUNDLES.filter(({ name }) => name === "tocsin"),
  );
  server = spawn(process.execPath, [entry, "standalone", "--apply", EXAMPLE], {
    env: { PATH: process.env["PATH"], ...PORTS, TOCSIN_DATA: data },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  for await (const chunk of server.stdout ?? []) {
    said += String(chunk);
    if (said.includes("Ctrl-C stops it")) break;
  }
  // What kubectl and clusters write is YAML.
  const kubeconfig = readFileSync(join(data, "kubeconfig"), "utf8");
  writeFileSync(join(data, "kubeconfig.yaml"), stringify(JSON.parse(kubeconfig)));
}

test.before(start);
test.after(async () => {
  server.kill("SIGTERM");
  if (server.exitCode === null) await once(server, "exit");
  folder[Symbol.dispose]();
});

const tocsin = (...args: string[]): Promise<Ended> =>
  runTocsin(args, {
    program: [nodeOfTheShell(), entry],
    kubeconfig: join(data, "kubeconfig.yaml"),
    env: { NODE_COMPILE_CACHE: "" },
  });

/** What a command that succeeds without a word on standard error prints. */
async function printed(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await tocsin(...args);
  assert.equal([code, stderr], [0, ""], args.join(" "));
  return stdout;
}

test("runs a team of agents by hand, and tells what became of it", async () => {
  const answer = await printed("trigger", "research-desk", "--input", '{"topic": "clocks"}', "--sync");
  assert.match(answer, "## clocks");
  assert.match(await printed("trigger", "research-desk", "--watch"), /^say: succeeded in /m);
  const name = (await printed("trigger", "research-desk")).trim();
  assert.match(await printed("watch", name), `run ${name} succeeded in `);
  assert.match(await printed("show", name, "--outputs"), "Output of research:");
  assert.is(parse(await printed("show", name, "-o", "yaml")).metadata.name, name);
});

test("fires a webhook and turns its token", async () => {
  const before = await printed("token", "research");
  assert.match(await printed("fire", "research", "--body", '{"topic": "bells"}', "--sync"), "## bells");
  const turned = await tocsin("rotate-token", "research");
  assert.is(turned.code, 0);
  assert.match(turned.stdout, "has a new token");
  assert.is.not(await printed("token", "research"), before);
  assert.match(await printed("suspend", "research"), "is suspended");
  assert.match(await printed("events"), "Suspended");
  assert.match(await printed("resume", "research"), "fires again");
});

for (const [command, ...args] of [
  ["runs"],
  ["events"],
  ["agents"],
  ["graph", "research-desk"],
  ["version"],
]) {
  test(`prints ${command} for people, as JSON and as YAML`, async () => {
    const call = [command ?? "", ...args];
    const forms = [[], ["-o", "yaml"], ["-o", "json"]];
    const [text = "", asYaml = "", asJson = ""] = await Promise.all(
      forms.map((form) => printed(...call, ...form)),
    );
    assert.is.not(text.trim(), "");
    const [yaml, json] = [parse(asYaml), JSON.parse(asJson)];
    // The leader may have written a status in between.
    assert.equal(Object.keys(yaml), Object.keys(json));
    assert.equal(yaml.kind, json.kind);
  });
}

test("has help on every command, and completes them", async () => {
  // Side by side: each loads files of its own, and is over in a moment.
  await Promise.all([
    ...COMMANDS.map(async ({ name }) => assert.match(await printed(name, "--help"), `Usage: tocsin ${name}`)),
    ...["bash", "zsh", "fish"].map(async (shell) =>
      assert.match(await printed("completion", shell), "tocsin"),
    ),
    printed("__complete", "re").then((offered) => assert.match(offered, "retry")),
  ]);
});

test("says what is wrong and what to do in two lines", async () => {
  const { code, stderr } = await tocsin("retry", "research-desk");
  assert.is(code, 2);
  assert.is(stderr.trimEnd().split("\n").length, 2);
});

test.run();
