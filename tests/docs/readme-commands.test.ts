import { readFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { COMMANDS } from "../../runtime/cli/commands.ts";
import { ExitCode } from "../../runtime/cli/exit-code.ts";
import { usageLine } from "../../runtime/cli/help-text.ts";
import { parseCommandLine } from "../../runtime/cli/parse-command-line.ts";

const test = suite("the README's command line");

const readme = readFileSync("README.md", "utf8");
const loaded = await Promise.all(COMMANDS.map((entry) => entry.load()));

/** The rows of the table below a heading row, cell by cell. */
function rowsBelow(heading: string): string[][] {
  const [, rows = ""] = readme.split(`${heading}\n`)[1]?.split(/^\|[-|]+\|\n/m) ?? [];
  const [table = ""] = rows.split("\n\n");
  return table.split("\n").map((row) => row.slice(2, -2).split(" | "));
}

test("shows every command, and no other, as the help does", () => {
  const expected = loaded.map((command) => [
    `\`${usageLine(command.name, command.arguments ?? [], {})}\``,
    command.summary,
  ]);
  assert.equal(rowsBelow("| command | what it does |"), expected);
});

test("lists commands in the help by what they say of themselves", () => {
  assert.equal(
    COMMANDS.map(({ name, summary }) => ({ name, summary })),
    loaded.map(({ name, summary }) => ({ name, summary })),
  );
});

test("shows every exit code", () => {
  const codes = rowsBelow("| exit code | meaning |").map(([code]) => Number(code));
  assert.equal(codes, Object.values(ExitCode));
});

for (const command of loaded) {
  test(`has ${command.name} --help tell its use and each of its flags`, () => {
    const { help, flags = {}, name } = command;
    assert.match(help, new RegExp(`^Usage: tocsin ${name}\\b`, "m"));
    for (const flag of Object.keys(flags)) assert.match(help, new RegExp(`^  (-\\w, )?--${flag}\\b`, "m"));
  });
}

test("writes command lines that are understood", () => {
  const lines = [...readme.matchAll(/^tocsin (.+?)(?: [|>#].*)?$/gm)].map(([, line = ""]) => line);
  const examples = loaded.flatMap(({ help }) => /^Examples:\n([\s\S]*)/m.exec(help)?.[1]?.split("\n") ?? []);
  const shown = examples.map((line) =>
    line
      .trim()
      .replace(/^tocsin /, "")
      .replace(/ [|>#].*$/, ""),
  );
  assert.ok(lines.length >= 4, "the README shows some");
  for (const line of [...lines, ...shown].filter((each) => each !== "")) {
    const [name = "", ...args] = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(
      ([, quoted, plain]) => quoted ?? plain ?? "",
    );
    const command = loaded.find((each) => each.name === name);
    assert.ok(command, `tocsin ${line}`);
    parseCommandLine({ name, arguments: command?.arguments ?? [], flags: command?.flags ?? {} }, args);
  }
});

test.run();
