/** The completion scripts in real shells, with the real program and a standalone server behind them. */
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { leaveOut } from "../../cluster/leave-out.ts";
import { TestSystem } from "../../support/a-system.ts";
import { runTocsin } from "../../support/cli/run-tocsin.ts";
import { COMPILE_CACHE } from "../../support/compile-cache.ts";
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

/** How each shell is asked what it offers for a command line that ends at the cursor; zsh's own menu stands aside. */
const ASKING: Readonly<Record<string, (words: readonly string[]) => string>> = {
  bash: (words) =>
    `source <(tocsin completion bash); COMP_WORDS=(${quoted(words)}); COMP_CWORD=${words.length - 1}
_tocsin; printf '%s\\n' "\${COMPREPLY[@]}"`,
  zsh: (words) =>
    `compdef() {}; _files() { print :files }; _describe() { print -rl -- "\${(@P)2}" }
source <(tocsin completion zsh); words=(${quoted(words)}); CURRENT=${words.length}; _tocsin; true`,
  fish: (words) => `tocsin completion fish | source; complete -C "${words.join(" ")}"`,
};

function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(" ");
}

/** What a shell prints for a script, line by line. */
async function printed(shell: string, script: string): Promise<string[]> {
  const child = spawn(shell, ["-c", script], { env: environment(), timeout: 60_000 });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (text) => {
    stdout += text;
  });
  child.stderr.on("data", (text) => {
    stderr += text;
  });
  await new Promise((done) => child.once("close", done));
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
    assert.equal(await printed("bash", ASKING["bash"]?.(words) ?? ""), found);
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

/** zsh has what a word means after a colon, fish after a tab. */
const OTHERS: readonly (readonly [shell: string, words: readonly string[], found: readonly string[]])[] = [
  ["zsh", ["tocsin", "comp"], ["completion:print the completion script of a shell"]],
  ["zsh", ["tocsin", "fire", ""], ["alarm"]],
  ["zsh", ["tocsin", "runs", "--kubeconfig", ""], [":files"]],
  ["fish", ["tocsin", "comp"], ["completion\tprint the completion script of a shell"]],
  ["fish", ["tocsin", "fire", ""], ["alarm"]],
  ["fish", ["tocsin", "fire", "alarm", "--mode", "ss"], ["sse"]],
];
for (const [shell, words, found] of OTHERS) {
  test(`offers for "${words.join(" ")}" in ${shell}`, async () => {
    if (spawnSync(shell, ["-c", "true"]).error !== undefined)
      return leaveOut(`completion in ${shell}`, `there is no ${shell} on this machine`);
    assert.equal(await printed(shell, ASKING[shell]?.(words) ?? ""), found);
  });
}

test.run();
