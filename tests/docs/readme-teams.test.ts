import { readFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { applyManifests } from "../../runtime/composition/apply-manifests.ts";
import { TestSystem } from "../support/a-system.ts";
import { blocksOf, readmeForTeams } from "../support/published/document-blocks.ts";
import { TeamFolder } from "../support/published/team-folder.ts";

const test = suite("the documents for teams");

const { section, script, program } = readmeForTeams();
const programs = [program, ...blocksOf("docs/examples.md", "ts")];
const folder = await TeamFolder.built();
const system = await TestSystem.start();

test.after(async () => {
  folder[Symbol.dispose]();
  await system.stop();
});

test("take fewer than 30 lines in the README from an empty folder to an event that is applied", () => {
  assert.ok(section.trimEnd().split("\n").length < 30);
  for (const command of [
    /^npm init /m,
    /npm install \.\/tocsin-/,
    /npx tsx desk\.ts/,
    /kubectl apply -f dist\/$/m,
  ])
    assert.match(script, command);
});

test("hold programs that compile", () => {
  assert.is(programs.length, 2);
  for (const [index, text] of programs.entries()) folder.write(`program-${index}.ts`, text);
  assert.equal(folder.check(...programs.map((_, index) => `program-${index}.ts`)), {
    isSuccess: true,
    output: "",
  });
});

test("make manifests that a server takes, and events that fire", async () => {
  for (const [index, text] of programs.entries()) {
    folder.write(`program-${index}.ts`, text);
    assert.equal(folder.run([`program-${index}.ts`]), { isSuccess: true, output: "" });
  }
  for (const chart of ["desk", "deploys"])
    await applyManifests(system.store, readFileSync(folder.pathOf(`dist/${chart}.k8s.yaml`), "utf8"));
  const [, body = "{}"] = /npx tocsin fire ask --body '([^']*)' --sync/.exec(script) ?? [];
  for (const [event, sent] of [
    ["ask", body],
    ["deploy", { service: { name: "shop" } }],
  ] as const) {
    const { status, body: answer } = await system.post({ event, query: "?mode=sync", body: sent });
    assert.is(status, 200, event);
    assert.is(answer.status, "succeeded", event);
  }
});

test.run();
