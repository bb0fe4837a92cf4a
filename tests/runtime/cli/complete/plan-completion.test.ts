import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type Completion, planCompletion } from "../../../../runtime/cli/complete/plan-completion.ts";

const fire = {
  flags: {
    mode: { value: "<mode>", choices: ["async", "sync", "sse"], meaning: "how it answers" },
    namespace: { short: "n", value: "<namespace>", meaning: "where" },
    kubeconfig: { value: "<file>", meaning: "how to reach it" },
    apply: { value: "<file>", isRepeatable: true, meaning: "what to apply" },
    sync: { meaning: "wait" },
  },
  arguments: [{ name: "event", meaning: "the event" }],
};
const texts = (completion: Completion) =>
  completion.kind === "words" ? completion.candidates.map(({ text }) => text) : completion.kind;

const test = suite("planCompletion");

const CASES: readonly (readonly [
  name: string,
  written: readonly string[],
  found: readonly string[] | string,
])[] = [
  ["flags", ["--"], ["--mode", "--namespace", "--kubeconfig", "--apply", "--sync", "--help"]],
  ["flags that begin so", ["--k"], ["--kubeconfig"]],
  [
    "flags that are not given yet",
    ["--sync", "--mode", "sync", "--"],
    ["--namespace", "--kubeconfig", "--apply", "--help"],
  ],
  ["flags again that may be given again", ["--apply", "a", "--a"], ["--apply"]],
  ["values of a flag", ["--mode", "s"], ["sync", "sse"]],
  ["values behind an equals sign", ["--mode=s"], ["--mode=sync", "--mode=sse"]],
  ["values behind an equals sign that bash has broken off", ["--mode", "=", "s"], ["sync", "sse"]],
  ["values right behind that sign", ["--mode", "="], ["async", "sync", "sse"]],
  ["files", ["--kubeconfig", ""], "files"],
  ["nothing for a value that can be anything", ["--namespace", ""], []],
  ["nothing behind the last argument", ["alarm", ""], []],
  ["nothing for an unknown flag's value", ["--unknown=x"], []],
];
for (const [name, written, found] of CASES)
  test(`offers ${name}`, () => assert.equal(texts(planCompletion(fire, written)), found));

test("asks for names where an argument is one, of the place that the flags name", () => {
  assert.equal(planCompletion(fire, ["-n", "there", "--kubeconfig=k", "--sync", "al"]), {
    kind: "names",
    of: "event",
    prefix: "al",
    flags: { namespace: "there", kubeconfig: "k", sync: "" },
  });
});

test("offers the choices of an argument", () => {
  const completion = { arguments: [{ name: "shell", choices: ["bash", "zsh"], meaning: "" }] };
  assert.equal(texts(planCompletion(completion, ["b"])), ["bash"]);
});

test("tells what a flag means", () => {
  assert.equal(planCompletion(fire, ["--sy"]), {
    kind: "words",
    candidates: [{ text: "--sync", about: "wait" }],
  });
});

test.run();
