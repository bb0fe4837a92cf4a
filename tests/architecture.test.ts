import { existsSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { longFiles, misplacedPackages, readersOfEnvironment } from "./support/architecture/file-flaws.ts";
import { importCycles } from "./support/architecture/import-cycles.ts";
import { importsOf } from "./support/architecture/imports-of.ts";
import { misdirectedImports, unusedExceptions } from "./support/architecture/misdirected-imports.ts";
import { readSources, type SourceFile } from "./support/architecture/source-file.ts";
import { testsOfNothing, untestedFiles } from "./support/architecture/test-mirror.ts";
import { folderTests, testedThrough } from "./support/architecture/tested-through.ts";

const sources = readSources("lib", "imports", "pack", "synth", "runtime");
const tests = readSources("tests");
const mirrors = tests
  .map(({ path }) => path)
  .filter((path) => /^tests\/(lib|pack|runtime|synth)\/.*\.test\.ts$/.test(path));

/** A file as somebody in a hurry might write it. */
const planted = (path: string, text: string): SourceFile => ({ path, text });
const none = (found: readonly string[], what: string) =>
  assert.equal(found, [], `${what}:\n${found.join("\n")}\n`);

const architecture = suite("architecture");

architecture("has imports go in the one direction of its layers", () => {
  none(misdirectedImports(sources), "imports against the direction of the layers");
  none(unusedExceptions(sources), "exceptions that nothing needs");
});

architecture("has no cycles of imports", () => none(importCycles(sources), "cycles"));

architecture("keeps the container to the composition and the domain pure", () => {
  none(misplacedPackages(sources), "packages out of place");
});

architecture("reads the environment at its edges alone", () => {
  none(readersOfEnvironment(sources), "readers of process.env");
});

architecture("keeps files short", () => none(longFiles([...sources, ...tests]), "files that are too long"));

architecture("has its tests mirror the source", () => {
  none(testsOfNothing(mirrors, sources), "tests that bear the name of nothing");
  none(untestedFiles(mirrors, sources), "files without a test");
  const named = [...folderTests, ...testedThrough.map(({ test }) => test)];
  none(
    named.filter((path) => !existsSync(path)),
    "tests that do not exist",
  );
});

architecture.run();

const checks = suite("the architecture's checks");

const misdirected: [from: string, to: string][] = [
  ["lib/api/a.ts", "runtime/domain/b.ts"],
  ["lib/teams/a.ts", "runtime/ports/b.ts"],
  ["lib/operator/a.ts", "runtime/domain/b.ts"],
  ["runtime/domain/a.ts", "runtime/ports/b.ts"],
  ["runtime/domain/a.ts", "lib/teams/b.ts"],
  ["runtime/ports/a.ts", "runtime/adapters/x/b.ts"],
  ["runtime/dispatch/a.ts", "runtime/reconcilers/b.ts"],
  ["runtime/reconcilers/a.ts", "runtime/http/b.ts"],
  ["runtime/http/a.ts", "runtime/adapters/x/b.ts"],
  ["runtime/adapters/x/a.ts", "runtime/reconcilers/b.ts"],
  ["runtime/composition/a.ts", "runtime/cli/b.ts"],
  ["runtime/http/a.ts", "imports/b.ts"],
  ["synth/a.ts", "runtime/domain/b.ts"],
  ["runtime/elsewhere/a.ts", "runtime/domain/b.ts"],
];
for (const [from, to] of misdirected) {
  checks(`find an import of ${to} in ${from}`, () => {
    const up = "../".repeat(from.split("/").length - 1);
    for (const text of [`import { b } from "${up}${to}";`, `type B = import("${up}${to}").B;`]) {
      assert.equal(misdirectedImports([planted(from, text)]), [`${from} → ${to}`]);
    }
  });
}

checks("find every way to import", () => {
  const text = [
    'import { a } from "./a.ts";',
    'import type { B } from "./b.ts";',
    'import "./c.ts";',
    'export * from "./d.ts";',
    "export {\n  one,\n  two,\n} from './e.ts';",
    'const f = await import("./f.ts");',
    'const text = "not from \\"./g.ts\\"";',
  ].join("\n");
  const targets = importsOf(planted("x/y.ts", text)).map(({ target }) => target);
  assert.equal(targets, ["x/a.ts", "x/b.ts", "x/c.ts", "x/d.ts", "x/e.ts", "x/f.ts"]);
});

checks("find a cycle", () => {
  const files = [
    planted("a/a.ts", 'import "./b.ts";'),
    planted("a/b.ts", 'import type { A } from "./a.ts";'),
  ];
  assert.equal(importCycles(files), ["a/a.ts → a/b.ts → a/a.ts"]);
});

checks("find packages and environment out of place, and long files", () => {
  const wired = planted("runtime/http/a.ts", 'import { container } from "tsyringe";');
  const impure = planted(
    "runtime/domain/a.ts",
    'import { readFile } from "node:fs";\nimport { hash } from "node:crypto";',
  );
  assert.equal(misplacedPackages([wired, impure]), [
    "runtime/http/a.ts → tsyringe",
    "runtime/domain/a.ts → node:fs",
  ]);
  assert.equal(readersOfEnvironment([planted("runtime/http/a.ts", "const { A } = process.env;")]), [
    "runtime/http/a.ts",
  ]);
  assert.equal(longFiles([planted("lib/a.ts", "x\n".repeat(251))]), ["lib/a.ts: 251 lines"]);
});

checks("find tests of nothing and files without a test", () => {
  const files = ["a", "b"].map((name) => planted(`runtime/domain/x/${name}.ts`, "export function f() {}"));
  const found = ["a-at-random.soak", "gone"].map((name) => `tests/runtime/domain/x/${name}.test.ts`);
  assert.equal(testsOfNothing(found, files), ["tests/runtime/domain/x/gone.test.ts"]);
  assert.equal(untestedFiles(found, files), ["runtime/domain/x/b.ts"]);
});

checks.run();
