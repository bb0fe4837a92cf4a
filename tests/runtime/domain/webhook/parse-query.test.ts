import { suite } from "uvu";
import * as assert from "uvu/assert";
import { DEFAULT_TIMEOUT_MS, parseQuery } from "../../../../runtime/domain/webhook/parse-query.ts";

const MAX_MS = 600_000;
const read = (text: string) => parseQuery(new URLSearchParams(text), MAX_MS);

const test = suite("parseQuery");

const queries: [text: string, query: { mode: "async" | "sync"; timeoutMs: number }][] = [
  ["", { mode: "async", timeoutMs: DEFAULT_TIMEOUT_MS }],
  ["mode=sync", { mode: "sync", timeoutMs: 60_000 }],
  ["mode=sync&timeout=120s", { mode: "sync", timeoutMs: 120_000 }],
  ["timeout=1m30s&mode=sync", { mode: "sync", timeoutMs: 90_000 }],
  ["mode=sync&timeout=24h", { mode: "sync", timeoutMs: MAX_MS }],
  ["timeout=5s", { mode: "async", timeoutMs: 5_000 }],
  ["mode=sync&token=abc&x=1", { mode: "sync", timeoutMs: 60_000 }],
];
for (const [text, query] of queries) {
  test(`reads "${text}"`, () => assert.equal(read(text), { query }));
}

const problems: [text: string, problem: RegExp][] = [
  ["mode=async", /mode/],
  ["mode=", /mode/],
  ["mode=SYNC", /mode/],
  ["mode=sync&mode=sync", /mode is given more than once/],
  ["timeout=1s&timeout=2s", /timeout is given more than once/],
  ["mode=sync&timeout=", /^timeout has to be/],
  ["mode=sync&timeout=60", /^timeout has to be/],
  ["mode=sync&timeout=0s", /^timeout has to be/],
  ["mode=sync&timeout=-1s", /^timeout has to be/],
  ["timeout=soon", /^timeout has to be/],
];
for (const [text, problem] of problems) {
  test(`refuses "${text}"`, () => assert.match(read(text).problem ?? "", problem));
}

test.run();
