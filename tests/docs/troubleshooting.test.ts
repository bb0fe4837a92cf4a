import { globSync, readFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import * as reasons from "../../lib/api/reason.ts";
import { ALERT_GROUPS } from "../../lib/monitoring/alert-rules.ts";
import { COMMANDS } from "../../runtime/cli/commands.ts";
import { ExitCode } from "../../runtime/cli/exit-code.ts";
import { parseCommandLine } from "../../runtime/cli/parse-command-line.ts";
import { OPERATOR_SETTINGS } from "../../runtime/composition/operator-settings.ts";
import { SETTINGS } from "../../runtime/composition/settings.ts";
import { PROBE_FAILED } from "../../runtime/domain/agent/parse-verdict.ts";
import { PodTroubleReason } from "../../runtime/domain/agent/pod-trouble.ts";
import { HealthReason } from "../../runtime/domain/health/verdict.ts";
import { TaskFailureReason } from "../../runtime/domain/task/task-event.ts";
import { ProblemCode } from "../../runtime/http/triggers/problem.ts";
import { ModelErrorReason } from "../../runtime/ports/model.ts";
import { SYNTH_SETTINGS } from "../../synth/synth-settings.ts";
import { commandsOf, wordsOf } from "../support/documents/commands-of.ts";

const test = suite("docs/troubleshooting.md");

const path = "docs/troubleshooting.md";
const text = readFileSync(path, "utf8");
const source = globSync(["runtime/**/*.ts", "lib/**/*.ts"])
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");

/** What stands under a heading, until the next one. */
function section(heading: string): string {
  const found = text.split(/^## /m).find((each) => each.startsWith(`${heading}\n`));
  if (found === undefined) throw new Error(`there is no section "${heading}"`);
  return found;
}

/** What is written as code in one column of a section's tables. */
function column(heading: string, index: number): readonly string[] {
  const rows = section(heading)
    .split("\n")
    .filter((line) => line.startsWith("| "));
  return rows.flatMap((row) =>
    [...(row.split(" | ")[index] ?? "").matchAll(/`([A-Z][A-Za-z]+)`/g)].map(([, code = ""]) => code),
  );
}

for (const [heading, index, ...sets] of [
  ["Where to look first", 0, reasons.RecordReason],
  ["An event is not ready", 0, reasons.EventReason],
  ["A team is not ready", 0, reasons.TeamReason],
  ["An AgentService is not ready", 0, reasons.ServiceReason],
  ["An agent is not ready", 0, reasons.AgentReason, HealthReason, PodTroubleReason, { PROBE_FAILED }],
  ["A run fails", 0, reasons.RunReason, ModelErrorReason, TaskFailureReason],
] as const) {
  test(`tells of every reason under "${heading}", and of none that there is not`, () => {
    const told = new Set(column(heading, index));
    assert.equal([...told].sort(), [...new Set(sets.flatMap((set) => Object.values(set)))].sort());
  });
}

test("tells of every code of a webhook's answer, and of none that there is not", () => {
  const told = new Set([...column("A webhook is refused", 1), ProblemCode.slowReader]);
  assert.match(section("A webhook is refused"), `\`${ProblemCode.slowReader}\``);
  assert.equal([...told].sort(), Object.values(ProblemCode).sort());
});

test("tells of every exit code that is a failure", () => {
  const told = [...section("The command line fails").matchAll(/^\| (\d+) \|/gm)].map(([, code]) =>
    Number(code),
  );
  const { success, runFailed, ...failures } = ExitCode;
  assert.equal([success, runFailed, ...told], [success, runFailed, ...Object.values(failures)]);
});

test("names settings and alerts that exist, and every alert's section", () => {
  const known = [...SETTINGS, ...OPERATOR_SETTINGS, ...SYNTH_SETTINGS].map(({ name }) => name);
  for (const [name] of text.matchAll(/\b(?:TOCSIN|OPENAI)_[A-Z_]+/g)) assert.ok(known.includes(name), name);
  const alerts = ALERT_GROUPS.flatMap((group) => group.alerts.map(({ name }) => name));
  for (const [name] of text.matchAll(/\bTocsin[A-Z]\w+/g)) assert.ok(alerts.includes(name), name);
});

/** What kubectl and the API server say. */
const OF_OTHERS = [
  "the server could not find the requested resource",
  'no matches for kind "AgentEvent"',
  'error: the server doesn\'t have a resource type "tocsin"',
  "unknown field",
  "has no kind",
  "the chain a → b → a would come back to it",
];

test("quotes what the program says as it says it", () => {
  const prose = text.replaceAll(/^```[\s\S]*?^```$/gm, "");
  const quoted = [...prose.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code.replaceAll("\n", " "));
  const said = quoted.filter((code) => /^[a-z]+ [a-z' ]/.test(code) && !/^(kubectl|tocsin|npm) /.test(code));
  assert.ok(said.length > 10);
  for (const each of said) if (!OF_OTHERS.includes(each)) assert.ok(source.includes(each), each);
});

test("shows commands of tocsin that are understood", async () => {
  const commands = await Promise.all(COMMANDS.map((entry) => entry.load()));
  const lines = commandsOf(path, "tocsin");
  assert.ok(lines.length > 10);
  for (const line of lines) {
    const [name = "", ...args] = wordsOf(line).slice(1);
    const command = commands.find((each) => each.name === name);
    assert.ok(command, line);
    // A command that is only spoken of stands alone.
    if (args.length > 0)
      parseCommandLine({ name, arguments: command?.arguments ?? [], flags: command?.flags ?? {} }, args);
  }
});

test.run();
