import { readdirSync, readFileSync, statSync } from "node:fs";
import type { Test } from "uvu";
import * as assert from "uvu/assert";
import { parseAllDocuments } from "yaml";
import type { Manifest } from "../a-chart.ts";
import { SLIPS, TEAM_PROGRAM, withSlip } from "./a-team-program.ts";
import type { TeamFolder } from "./team-folder.ts";

/** What the package has to be good for in another team's folder, however it came to lie there. */
export function testPublished(test: Test, folder: TeamFolder): void {
  folder.write("main.ts", TEAM_PROGRAM);
  for (const [index, slip] of SLIPS.entries()) folder.write(`slip-${index}.ts`, withSlip(slip));
  // Once for all of them, because it reads the types of everything: our declarations have to be right as well.
  const { output: said } = folder.check(
    "--skipLibCheck",
    "false",
    "main.ts",
    ...SLIPS.map((_, index) => `slip-${index}.ts`),
  );
  // An error goes on with lines that are indented.
  const errors = said.split(/^(?=\S)/m).filter((error) => error.trim() !== "");
  const saidOf = (file: string) => errors.filter((error) => error.startsWith(`${file}(`));

  test("gives a team's TypeScript its types", () => {
    assert.equal(saidOf("main.ts"), []);
    assert.ok(
      said.split("\n").every((line) => line === "" || /^(?:slip-| )/.test(line)),
      said,
    );
  });

  for (const [index, { what, said: expected, thrown }] of SLIPS.entries()) {
    test(`has the compiler find ${what}, and finds it itself where none was asked`, () => {
      assert.match(saidOf(`slip-${index}.ts`).join("\n"), expected);
      const { isSuccess, output } = folder.run([`slip-${index}.ts`]);
      assert.is(isSuccess, false);
      assert.match(output, `InvalidConstructError: ${thrown}\n`);
    });
  }

  test("is synthesised by Node alone", () => {
    assert.equal(folder.run(["main.ts"]), { isSuccess: true, output: "" });
    const objects = parseAllDocuments(readFileSync(folder.pathOf("dist/desk.k8s.yaml"), "utf8"));
    const manifests = objects.map((each) => each.toJSON() as Manifest);
    assert.equal(
      manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`),
      ["Agent writer", "AgentService writer", "AgentTeam essays", "AgentEvent deploy", "AgentEvent daily"],
    );
    assert.equal(manifests.find(({ metadata }) => metadata.name === "deploy")?.spec, {
      source: { type: "webhook" },
      targets: [{ team: "essays", input: { topic: "{{ .trigger.body.deploy.service }}" } }],
      concurrencyPolicy: "Forbid",
    });
    assert.ok(readdirSync(folder.pathOf("dist")).some((file) => file.startsWith("operator")));
  });

  test("refuses at synth time what the compiler can't see, with the construct's path", () => {
    folder.write("wrong.ts", withSlip({ right: "0 8 * * *", wrong: "0 0 31 2 *" }));
    const { isSuccess, output } = folder.run(["wrong.ts"]);
    assert.is(isSuccess, false);
    assert.match(output, 'InvalidConstructError: desk/daily: spec.source.cron: "0 0 31 2 *" never comes');
  });

  test("has its types found by compilers that read no exports, as in an app that cdk8s init makes", () => {
    const manifest = JSON.parse(readFileSync(folder.pathOf("node_modules/tocsin/package.json"), "utf8"));
    const [types = ""] = manifest.typesVersions["*"].lib as string[];
    assert.is(`./${types}`, manifest.exports["./lib"].types);
    assert.ok(statSync(folder.pathOf("node_modules/tocsin", types)).isFile());
  });

  test("can be required, from Node 20.19 on", () => {
    const names = `Object.keys(require("tocsin/lib")).includes("Team") || process.exit(1)`;
    assert.equal(folder.run(["--input-type=commonjs", "-e", names]), { isSuccess: true, output: "" });
  });

  test("brings the CLI, as tocsin and as a plugin of kubectl", () => {
    const { bin } = JSON.parse(readFileSync(folder.pathOf("node_modules/tocsin/package.json"), "utf8"));
    assert.equal(Object.keys(bin).sort(), ["kubectl-tocsin", "tocsin"]);
    for (const path of Object.values(bin) as string[]) {
      const file = folder.pathOf("node_modules/tocsin", path);
      assert.ok((statSync(file).mode & 0o111) !== 0, `${path} can't be run`);
      assert.match(folder.run([file, "--help"]).output, "Usage: tocsin");
    }
  });
}
