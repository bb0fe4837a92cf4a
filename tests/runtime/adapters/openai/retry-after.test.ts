import { suite } from "uvu";
import * as assert from "uvu/assert";
import { retryAfterMs } from "../../../../runtime/adapters/openai/retry-after.ts";

const test = suite("retryAfterMs");
const now = new Date("2026-01-01T00:00:00Z");

const headers: readonly (readonly [string, Record<string, string>, number | undefined])[] = [
  ["nothing", {}, undefined],
  ["seconds", { "retry-after": "3" }, 3_000],
  ["a fraction of a second", { "retry-after": " 0.5 " }, 500],
  ["milliseconds before seconds", { "retry-after": "3", "retry-after-ms": "250" }, 250],
  ["a date", { "retry-after": "Thu, 01 Jan 2026 00:00:20 GMT" }, 20_000],
  ["a date that has passed", { "retry-after": "Wed, 31 Dec 2025 00:00:00 GMT" }, 0],
  ["a negative number", { "retry-after": "-5" }, undefined],
  ["hexadecimal", { "retry-after": "0x10" }, undefined],
  ["an absurd number", { "retry-after": "99999999999999999999" }, undefined],
  ["words", { "retry-after": "soon" }, undefined],
  ["emptiness", { "retry-after": "" }, undefined],
];

for (const [name, fields, expected] of headers) {
  test(`reads ${name}`, () => assert.is(retryAfterMs(new Headers(fields), now), expected));
}

test.run();
