/** The commands of kubectl that the documents show: types, names and flags, by the definitions and by kubectl's help. */
import { execFileSync } from "node:child_process";
import { globSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { DEFINITIONS } from "../../lib/api/definitions.ts";
import { CATEGORY, CLI_NAME, GROUP } from "../../lib/api/group.ts";
import { commandsOf } from "../support/documents/commands-of.ts";
import { kubectlLine } from "../support/documents/kubectl-line.ts";
import { findProgram } from "../support/find-program.ts";

const test = suite("the documents' commands of kubectl");

const lines = [...globSync("*.md"), ...globSync("docs/*.md")]
  .flatMap((path) => commandsOf(path, "kubectl").map((line) => ({ path, line, ...kubectlLine(line) })))
  // That one is ours.
  .filter(({ command }) => command !== CLI_NAME);

const OF_KUBERNETES =
  "pods lease secret service deployment crd crds events quota endpoints configmap clusterrolebinding rolebinding servicemonitors prometheusrules";
const types = new Set([
  ...OF_KUBERNETES.split(" "),
  CATEGORY,
  ...DEFINITIONS.flatMap(({ plural, singular, kind, shortNames }) => [
    plural,
    singular,
    kind.toLowerCase(),
    ...shortNames,
  ]),
]);
/** Commands whose first subject is a type, or several. */
const ABOUT_TYPES = [
  "get",
  "describe",
  "delete",
  "label",
  "wait",
  "rollout status",
  "rollout undo",
  "port-forward",
];

for (const { path, line, command, subjects } of lines.filter((each) => ABOUT_TYPES.includes(each.command))) {
  test(`name types that there are in ${path}: ${line}`, () => {
    for (const each of (subjects[0] ?? "").split(",")) {
      // A file that is applied or deleted is no type.
      if (each !== "") assert.ok(types.has((each.split("/")[0] ?? "").replace(`.${GROUP}`, "")), each);
    }
    assert.ok(command !== "");
  });
}

const kubectl = findProgram("kubectl");

function helpOf(command: string): string {
  const ask = (args: readonly string[]) => execFileSync(kubectl ?? "", args, { encoding: "utf8" });
  return `${ask([...command.split(" "), "--help"])}\n${ask(["options"])}`;
}

if (kubectl === undefined) process.stdout.write("\nleft out: flags of kubectl: no kubectl on the PATH\n");
else {
  for (const command of new Set(lines.map((each) => each.command))) {
    test(`give flags to kubectl ${command} that it has`, () => {
      const help = helpOf(command);
      assert.match(help, `kubectl ${command}`);
      for (const { flags, line } of lines.filter((each) => each.command === command))
        for (const flag of flags)
          assert.match(help, new RegExp(`^ +(-\\w, )?${flag}\\b|^ +${flag},`, "m"), `${line}: ${flag}`);
    });
  }
}

test.run();
