import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseVerdict } from "../../../../runtime/domain/agent/parse-verdict.ts";

const test = suite("parseVerdict");

const cases = [
  {
    name: "a reason and its sentence",
    text: '{"podUID":"u","verdict":"Unhealthy","reason":"RateLimited","message":"Too many."}',
    read: { reason: "RateLimited", message: "Too many." },
  },
  { name: "a reason alone", text: '{"verdict":"Unhealthy","reason":"Noise"}', read: { reason: "Noise" } },
  { name: "nothing from a healthy pod", text: '{"verdict":"Healthy"}', read: undefined },
  {
    name: "nothing from a healthy pod that gives a reason",
    text: '{"verdict":"Healthy","reason":"RateLimited"}',
    read: undefined,
  },
  { name: "nothing from an empty reason", text: '{"verdict":"Unhealthy","reason":""}', read: undefined },
  { name: "nothing from a pod that was never checked", text: '{"verdict":"Unknown"}', read: undefined },
  { name: "nothing without a reason", text: '{"verdict":"Unhealthy"}', read: undefined },
  { name: "nothing from a page", text: "<html>", read: undefined },
  { name: "nothing from null", text: "null", read: undefined },
];

for (const { name, text, read } of cases) {
  test(`reads ${name}`, () => assert.equal(parseVerdict(text), read));
}

test("keeps to what an Agent's status can hold", () => {
  const text = JSON.stringify({
    verdict: "Unhealthy",
    reason: "r".repeat(5_000),
    message: "m".repeat(5_000),
  });
  assert.equal([parseVerdict(text)?.reason.length, parseVerdict(text)?.message?.length], [128, 1_024]);
});

test.run();
