import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ModelErrorReason } from "../../../../runtime/ports/model.ts";
import { aProviderModel, aRequest, TEST_KEY } from "../../../support/a-provider-model.ts";
import { answers, completion, hangs, hangsUp, stallsAfter } from "../../../support/hostile-behaviours.ts";
import { type Behaviour, HostileProvider } from "../../../support/hostile-provider.ts";

const test = suite("readReply");
const sound = { status: 200, content: "HEALTHY", finishReason: "stop", refusal: null, hasToolCalls: false };
const nothing = { content: null, finishReason: null, refusal: null, hasToolCalls: false };
const html = "<html><h1>502 Bad Gateway</h1></html>";

const replies: readonly (readonly [string, Behaviour, object])[] = [
  ["a sound answer", answers(200, completion("HEALTHY")), sound],
  ["a sound answer with a bad status", answers(503, completion("HEALTHY")), { ...sound, status: 503 }],
  ["an empty refusal", answers(200, completion("HEALTHY", {}, { refusal: "" })), { ...sound, refusal: "" }],
  [
    "a refusal",
    answers(200, completion(null, {}, { refusal: "no" })),
    { ...sound, content: null, refusal: "no" },
  ],
  [
    "a cut answer",
    answers(200, completion("HEA", { finish_reason: "length" })),
    { ...sound, content: "HEA", finishReason: "length" },
  ],
  [
    "a tool call",
    answers(200, completion("HEALTHY", {}, { tool_calls: [{ id: "1" }] })),
    { ...sound, hasToolCalls: true },
  ],
  [
    "a finish reason of a wrong type",
    answers(200, completion("HEALTHY", { finish_reason: 1 })),
    { ...sound, finishReason: null },
  ],
  ["an HTML page", answers(502, html), { ...nothing, status: 502, raw: html }],
  ["an HTML page with 200", answers(200, html), { ...nothing, status: 200, raw: html }],
  [
    "an error",
    answers(401, { error: { code: "x" } }),
    { ...nothing, status: 401, raw: '{"error":{"code":"x"}}' },
  ],
  ["no choices", answers(200, { choices: [] }), { ...nothing, status: 200, raw: '{"choices":[]}' }],
  [
    "a choice without a message",
    answers(200, { choices: [{ finish_reason: "stop" }] }),
    { ...nothing, status: 200, raw: '{"choices":[{"finish_reason":"stop"}]}' },
  ],
  [
    "half a completion",
    answers(200, '{"choices":[{"message":{"content":"HEALTHY"'),
    { ...nothing, status: 200, raw: '{"choices":[{"message":{"content":"HEALTHY"' },
  ],
  ["an empty body", answers(200, ""), { ...nothing, status: 200, raw: "" }],
  [
    "a body beyond all bounds",
    answers(200, "x".repeat(3_000_000)),
    { ...nothing, status: 200, raw: "x".repeat(65_536) },
  ],
];

for (const [name, behaviour, expected] of replies) {
  test(`gives ${name} as it is`, async () => {
    const provider = await HostileProvider.start(behaviour);
    try {
      assert.equal(await aProviderModel(provider).ask(aRequest()), expected);
    } finally {
      await provider.close();
    }
  });
}

const noReplies: readonly (readonly [string, Behaviour, ModelErrorReason])[] = [
  ["the provider hangs up", hangsUp, ModelErrorReason.unreachable],
  ["the provider hangs", hangs, ModelErrorReason.timeout],
  ["the body stalls", stallsAfter('{"choices":'), ModelErrorReason.timeout],
];

for (const [name, behaviour, reason] of noReplies) {
  test(`is never reached, and nothing is tried again, where ${name}`, async () => {
    const provider = await HostileProvider.start(behaviour);
    try {
      const request = aRequest({ signal: AbortSignal.timeout(150) });
      const error = await aProviderModel(provider)
        .ask(request)
        .then(
          () => undefined,
          (thrown) => thrown,
        );
      assert.is(error?.reason, reason);
      assert.is(provider.calls.length, 1);
      assert.is(provider.calls[0]?.body.stream, false);
      assert.not.match(String(error), TEST_KEY);
    } finally {
      await provider.close();
    }
  });
}

test.run();
