/** The completion scripts in real shells, with the real program and a standalone server behind them. */
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { leaveOut } from "../../cluster/leave-out.ts";
import { TestSystem } from "../../support/a-system.ts";
import { COMPILE_CACHE, runTocsin } from "../../support/cli/run-tocsin.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const folder = temporaryFolder();
const test = suite("completion");
let system: TestSystem;

test.before(async () => {
  system = await TestSystem.start();
  await system.addTeam();
  await system.addEvent();
  const program = join(folder.path, "tocsin");
  const command = `exec "${process.execPath}" --disable-warning=ExperimentalWarning "${resolve("runtime/cli/main.ts")}" "$@"`;
  writeFileSync(program, `#!/bin/sh\n${command}\n`);
  chmodSync(program, 0o755);
});

test.after(async () => {
  await system.stop();
  folder[Symbol.dispose]();
});

const environment = () => ({
  PATH: `${folder.path}:${process.env["PATH"]}`,
  HOME: folder.path,
  KUBECONFIG: system.standalone.kubeconfig,
  ...COMPILE_CACHE,
});
const kubeconfig = () => system.standalone.kubeconfig;

/** What bash offers for a command line that ends at the cursor. */
async function offered(...words: string[]): Promise<string[]> {
  const quoted = words.map((word) => `'${word}'`).join(" ");
  const script = `source <(tocsin completion bash); COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}
_tocsin; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const shell = spawn("bash", ["--norc", "-c", script], { env: environment(), timeout: 60_000 });
  let stdout = "";
  let stderr = "";
  shell.stdout.on("data", (text) => {
    stdout += text;
  });
  shell.stderr.on("data", (text) => {
    stderr += text;
  });
  await new Promise((done) => shell.once("close", done));
  assert.is(stderr, "");
  return stdout.split("\n").filter((line) => line !== "");
}

const CASES: readonly (readonly [words: readonly string[], found: readonly string[]])[] = [
  [
    ["tocsin", "re"],
    ["retry", "resume"],
  ],
  [["tocsin", "help", "tok"], ["token"]],
  [["tocsin", "trigger", "wri"], ["writers"]],
  [["tocsin", "fire", ""], ["alarm"]],
  [
    ["tocsin", "fire", "alarm", "--mode", "s"],
    ["sync", "sse"],
  ],
  [["tocsin", "fire", "alarm", "--mode", "=", "ss"], ["sse"]],
  [["tocsin", "show", "-n", "empty", ""], []],
  [["tocsin", "graph", "--context", "ghost", ""], []],
  [
    ["tocsin", "completion", ""],
    ["bash", "zsh", "fish"],
  ],
];
for (const [words, found] of CASES) {
  test(`offers for "${words.join(" ")}" in bash`, async () => {
    assert.equal(await offered(...words), found);
  });
}

test("offers nothing, soon, where the cluster does not answer", async () => {
  let askedAtMs = 0;
  let goneAtMs = 0;
  const mute = createServer((socket) => {
    askedAtMs = performance.now();
    socket.resume().once("close", () => {
      goneAtMs = performance.now();
    });
    socket.on("error", () => {});
  }).listen(0, "127.0.0.1");
  await new Promise((done) => mute.once("listening", done));
  const { port } = mute.address() as { readonly port: number };
  const file = join(folder.path, "mute");
  const server = `http://127.0.0.1:${port}`;
  const context = { cluster: "c", user: "u" };
  writeFileSync(
    file,
    JSON.stringify({
      clusters: [{ name: "c", cluster: { server } }],
      users: [{ name: "u", user: {} }],
      contexts: [{ name: "c", context }],
      "current-context": "c",
    }),
  );
  const ended = await runTocsin(["__complete", "trigger", "--kubeconfig", file, ""], {
    kubeconfig: kubeconfig(),
  });
  assert.equal(ended, { code: 0, stdout: "", stderr: "" });
  await system.eventually(async () => (goneAtMs > 0 ? true : undefined), "the program is gone");
  // It waits for 2 s; a call's own limit is 10 s.
  assert.ok(goneAtMs - askedAtMs < 8_000, `${goneAtMs - askedAtMs} ms`);
  mute.close();
});

for (const shell of ["zsh", "fish"]) {
  test(`is read by ${shell}`, async () => {
    if (spawnSync(shell, ["-c", "true"]).error !== undefined)
      return leaveOut(`the completion script in ${shell}`, `there is no ${shell} on this machine`);
    const { stdout } = await runTocsin(["completion", shell], { kubeconfig: kubeconfig() });
    const read = spawnSync(shell, ["-n"], { input: stdout, encoding: "utf8" });
    assert.is(read.status, 0, read.stderr);
  });
}

test.run();
