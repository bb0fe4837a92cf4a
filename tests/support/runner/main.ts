/**
 * The test runner: `node tests/support/runner/main.ts [--soak] [--cluster] [--only <substring>] <folder>…`
 *
 * Every `*.test.ts` is a process of its own. `*.soak.test.ts` run under `--soak` alone, `*.cluster.test.ts`
 * under `--cluster` alone, `*.serial.test.ts` one at a time after the others. Files that are named are run in that
 * order. The last line is `N passed, N failed`.
 */
import { globSync } from "node:fs";
import { availableParallelism } from "node:os";
import { relative } from "node:path";
import { parseArgs } from "node:util";
import { type FileResult, runFile } from "./run-file.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { soak: { type: "boolean" }, cluster: { type: "boolean" }, only: { type: "string" } },
});

const UNIT_LIMIT_MS = 240_000;
const SOAK_LIMIT_MS = 20 * 60_000;
const isLong = values.soak === true || values.cluster === true;

const files = (positionals.length > 0 ? positionals : ["tests"])
  .flatMap((path) => (path.endsWith(".ts") ? [path] : globSync(`${path}/**/*.test.ts`).sort()))
  .filter((file) => file.endsWith(".soak.test.ts") === (values.soak === true))
  .filter((file) => file.endsWith(".cluster.test.ts") === (values.cluster === true))
  .filter((file) => values.only === undefined || file.includes(values.only));

const startedAt = performance.now();
const results: FileResult[] = [];

async function work(queue: string[]): Promise<void> {
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    const result = await runFile(file, isLong ? SOAK_LIMIT_MS : UNIT_LIMIT_MS);
    results.push(result);
    report(result);
  }
}

function report(result: FileResult): void {
  const name = relative(process.cwd(), result.file);
  const seconds = (result.durationMs / 1_000).toFixed(1);
  const skipped = result.skipped > 0 ? `, ${result.skipped} skipped` : "";
  console.log(
    `${result.failed > 0 ? "FAIL" : "ok  "} ${name} (${result.passed} passed${skipped}, ${seconds} s)`,
  );
  const isWorthPrinting = result.failed > 0 || isLong || /^\s*left out: /m.test(result.output);
  if (isWorthPrinting && result.output.trim() !== "") console.log(result.output.trimEnd());
}

const isSerial = (file: string) => isLong || file.endsWith(".serial.test.ts");
const parallel = files.filter((file) => !isSerial(file));
// One more than there are cores: most files wait for something now and then.
await Promise.all(Array.from({ length: availableParallelism() + 1 }, () => work(parallel)));
await work(files.filter(isSerial));

const sum = (pick: (result: FileResult) => number) =>
  results.reduce((total, result) => total + pick(result), 0);
const passed = sum((result) => result.passed);
const failed = sum((result) => result.failed) + (results.length === 0 ? 1 : 0);
const skipped = sum((result) => result.skipped);
if (results.length === 0) console.log("no test file matches");
for (const { file } of results.filter((result) => result.failed > 0))
  console.log(`failed: ${relative(process.cwd(), file)}`);
console.log(`${results.length} files in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed > 0 ? 1 : 0;
