import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseAllDocuments } from "yaml";
import { headingsOf } from "../support/documents/headings-of.ts";

const test = suite("documents");

const documents = [...globSync("*.md"), ...globSync("docs/**/*.md")];
const scripts = (JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> })
  .scripts;

/** The fenced blocks of a document, by their language. */
function blocks(path: string, language: string): readonly string[] {
  const fence = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm");
  return [...readFileSync(path, "utf8").matchAll(fence)].map(([, text = ""]) => text);
}

test("are there", () => {
  for (const name of ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "docs/protocols.md"]) {
    assert.ok(documents.includes(name), `${name} is missing`);
  }
});

for (const path of documents) {
  test(`${path} links to files that exist`, () => {
    for (const [, target = ""] of readFileSync(path, "utf8").matchAll(/\]\((?!https?:|#)([^)#]+)/g)) {
      assert.ok(existsSync(join(dirname(path), target)), `${path}: ${target}`);
    }
  });

  test(`${path} links to sections that exist`, () => {
    for (const [, file = "", section = ""] of readFileSync(path, "utf8").matchAll(
      /\]\((?!https?:)([^)#]*)#([^)]+)\)/g,
    )) {
      const target = file === "" ? path : join(dirname(path), file);
      assert.ok(headingsOf(target).includes(section), `${path}: ${file}#${section}`);
    }
  });

  test(`${path} names scripts and tests that exist`, () => {
    const text = readFileSync(path, "utf8");
    for (const [, name = ""] of text.matchAll(/npm run ([\w:-]+)/g))
      assert.ok(scripts[name], `${path}: npm run ${name}`);
    for (const [, file = ""] of text.matchAll(/`((?:tests|runtime|lib|synth|dist)\/[\w./-]+)`/g)) {
      assert.ok(existsSync(file), `${path}: ${file}`);
    }
  });

  test(`${path} holds YAML and JSON that parse`, () => {
    for (const yaml of blocks(path, "yaml")) {
      for (const { errors } of parseAllDocuments(yaml)) assert.equal(errors, [], path);
    }
    for (const json of blocks(path, "json")) JSON.parse(json);
    for (const command of blocks(path, "sh")) {
      for (const [, body = ""] of command.matchAll(/-d '([^']*)'/g)) JSON.parse(body);
    }
  });
}

test.run();
