import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { applyManifests } from "../../../runtime/composition/apply-manifests.ts";
import { findProgram } from "../../support/find-program.ts";
import { HealthSystem } from "../../support/health/health-system.ts";
import { sooner } from "../../support/health/sooner.ts";

const test = suite("README.md");

const section = /\n## See an agent leave and come back\n([\s\S]*?)\n## /.exec(
  readFileSync("README.md", "utf8"),
)?.[1];
const commands =
  /```sh\n([\s\S]*?)```/
    .exec(section ?? "")?.[1]
    ?.trim()
    .split("\n") ?? [];
const example = readFileSync("dist/examples/research-desk.k8s.yaml", "utf8");
const hasTools = ["kubectl", "curl"].every((tool) => findProgram(tool) !== undefined);

test("shows in two commands how an agent leaves", () => {
  assert.is(commands.length, 2);
  assert.match(commands[0] ?? "", /^curl .*\/stand-in\/mode /);
  assert.match(commands[1] ?? "", /^kubectl .*get agents -w/);
});

if (hasTools) test("the agent leaves and comes back as the README says, command by command", play);
else process.stdout.write("\nleft out: the README's commands: no kubectl or no curl on the PATH\n");

async function play(): Promise<void> {
  const system = await HealthSystem.start();
  const { standIn, store, kubeconfig } = system.standalone;
  // The example checks every five seconds; nothing else of it is changed.
  await applyManifests(store, example.replace("intervalSeconds: 5", "intervalSeconds: 1"));
  await system.ready("default", "critic");
  const here = (command: string) =>
    command
      .replace("http://127.0.0.1:8091", new URL(standIn?.baseURL ?? "").origin)
      .replace(".tocsin/kubeconfig", kubeconfig);
  const children: { readonly child: ChildProcess; output: string }[] = [];
  const run = (command: string) => {
    const started = { child: spawn("sh", ["-c", `exec ${here(command)}`]), output: "" };
    for (const stream of [started.child.stdout, started.child.stderr]) {
      stream?.on("data", (chunk: Buffer) => {
        started.output += chunk.toString("utf8");
      });
    }
    children.push(started);
    return started;
  };
  const [turn = "", watch = ""] = commands;
  try {
    const watching = run(watch);
    const rows = () => watching.output.split("\n").filter((row) => row.startsWith("critic"));
    const shows = (ready: number) => new RegExp(`^critic\\s+\\S+\\s+1\\s+${ready}\\s`);
    await sooner(() => shows(1).test(rows().at(-1) ?? ""), "kubectl shows the critic ready");
    run(turn);
    await sooner(() => shows(0).test(rows().at(-1) ?? ""), "kubectl shows that it has left");
    const describing = run("kubectl --kubeconfig .tocsin/kubeconfig describe agent critic");
    await sooner(() => /SemanticCheckFailed.*Refused/.test(describing.output), "describe tells why");
    run(turn.replace(/-d '.*'/, `-d '{"mode": "healthy"}'`));
    await sooner(() => shows(1).test(rows().at(-1) ?? ""), "kubectl shows that it is back");
  } finally {
    for (const { child } of children) child.kill();
    await system.stop();
  }
}

test.run();
