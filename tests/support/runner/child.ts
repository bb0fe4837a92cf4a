/** Runs one test file's suites in this process and tells the parent what ran. */
import { pathToFileURL } from "node:url";

type UvuRun = () => Promise<[errors: string | boolean, ran: number, skipped: number, total: number]>;
const shared = globalThis as unknown as {
  UVU_DEFER: number;
  UVU_INDEX: number;
  UVU_QUEUE: [null, ...UvuRun[]][];
};

shared.UVU_DEFER = 1;
shared.UVU_INDEX = 0;
shared.UVU_QUEUE = [[null]];

const file = process.argv[2];
if (file === undefined) throw new Error("usage: child.ts <test file>");
await import(pathToFileURL(file).href);

let passed = 0;
let skipped = 0;
let total = 0;
for (const run of (shared.UVU_QUEUE[0] ?? [null]).slice(1) as UvuRun[]) {
  const [errors, ran, skips, all] = await run();
  if (typeof errors === "string") process.stdout.write(errors);
  passed += ran;
  skipped += skips;
  total += all;
}
process.send?.({ passed, failed: total - passed, skipped });
process.disconnect?.();
