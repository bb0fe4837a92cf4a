import { suite } from "uvu";
import * as assert from "uvu/assert";
import { SystemTimers } from "../../../../runtime/adapters/node/system-timers.ts";
import { ModelError, ModelErrorReason } from "../../../../runtime/ports/model.ts";
import {
  aProviderModel,
  aRequest,
  hear,
  ImpatientTimers,
  TEST_KEY,
  TEST_PROMPT,
} from "../../../support/a-provider-model.ts";
import {
  answers,
  answersWell,
  breaksOffAfter,
  chunk,
  completion,
  event,
  hangs,
  hangsAfterHeaders,
  hangsUp,
  stallsAfter,
  streams,
  streamsForEver,
} from "../../../support/hostile-behaviours.ts";
import { type Behaviour, HostileProvider } from "../../../support/hostile-provider.ts";

const test = suite("OpenAIModel");
const BODY_SECRET = "what the provider said";

async function against(
  behaviours: readonly Behaviour[],
  act: (provider: HostileProvider) => Promise<void>,
): Promise<void> {
  const provider = await HostileProvider.start(...behaviours);
  try {
    await act(provider);
  } finally {
    await provider.close();
  }
}

test("delivers the tokens that were counted", () =>
  against([answersWell("x")], async ({ baseURL, calls }) => {
    const { end } = await hear(aProviderModel({ baseURL }).stream(aRequest({ systemPrompt: "be brief" })));
    assert.equal(end, { type: "end", finishReason: "stop", usage: { prompt: 7, completion: 2 } });
    assert.equal(calls[0]?.body, {
      model: "m",
      messages: [
        { role: "system", content: "be brief" },
        { role: "user", content: TEST_PROMPT },
      ],
      stream: true,
      stream_options: { include_usage: true },
    });
    assert.is(calls[0]?.path, "/v1/chat/completions");
  }));

const R = ModelErrorReason;
const badAnswers: readonly (readonly [string, Behaviour, ModelErrorReason, boolean])[] = [
  ["a hang-up", hangsUp, R.unreachable, true],
  [
    "HTTP 401",
    answers(401, { error: { message: BODY_SECRET, code: "invalid_api_key" } }),
    R.unauthorized,
    false,
  ],
  ["HTTP 403", answers(403, BODY_SECRET), R.unauthorized, false],
  ["HTTP 404", answers(404, { error: { message: BODY_SECRET } }), R.rejected, false],
  ["HTTP 429", answers(429, { error: { message: BODY_SECRET } }), R.rateLimited, true],
  ["a spent quota", answers(429, { error: { code: "insufficient_quota" } }), R.rateLimited, false],
  ["HTTP 500", answers(500, BODY_SECRET), R.failed, true],
  ["an HTML page with 502", answers(502, `<html>${BODY_SECRET}</html>`), R.failed, true],
  ["an HTML page with 200", answers(200, `<!doctype html>${BODY_SECRET}`), R.malformed, true],
  ["a redirect", answers(307, "", { location: "http://127.0.0.1:1/" }), R.rejected, false],
  ["an empty body", answers(200, ""), R.malformed, true],
  ["text that is no JSON", streams(`data: ${BODY_SECRET}\n\n`), R.malformed, true],
  ["JSON that is no completion", streams(event([BODY_SECRET])), R.malformed, true],
  [
    "half a JSON completion",
    answers(200, `{"choices":[{"message":{"content":"${BODY_SECRET}`),
    R.malformed,
    true,
  ],
  ["invalid UTF-8", streams("data: \xff", Uint8Array.of(0xff, 0xfe, 0x0a, 0x0a)), R.malformed, true],
  ["an error event", streams(event({ error: { message: BODY_SECRET } })), R.failed, true],
  [
    "a body that claims gzip",
    answers(200, completion("x"), { "content-encoding": "gzip" }),
    R.malformed,
    true,
  ],
  ["a refusal", streams(chunk({ refusal: BODY_SECRET }, "stop")), R.refused, false],
  ["a tool call", streams(chunk({ tool_calls: [{ index: 0 }] }, "tool_calls")), R.malformed, true],
  ["a filtered answer", streams(chunk({}, "content_filter")), R.filtered, false],
  ["no visible text", streams(chunk({ content: null }), chunk({}, "stop")), R.empty, true],
  [
    "a refusal instead of a stream",
    answers(200, completion(null, {}, { refusal: BODY_SECRET })),
    R.refused,
    false,
  ],
];

for (const [name, behaviour, reason, isRetryable] of badAnswers) {
  test(`makes ${reason} of ${name}`, () =>
    against([behaviour], async ({ baseURL }) => {
      const { text, error } = await hear(aProviderModel({ baseURL, maxRetries: 0 }).stream(aRequest()));
      assert.is(error?.reason, reason);
      assert.is(error?.isRetryable, isRetryable);
      assert.is(text, "");
      for (const secret of [BODY_SECRET, TEST_KEY, TEST_PROMPT]) assert.not.match(inspect(error), secret);
    }));
}

const lateFailures: readonly (readonly [string, Behaviour, ModelErrorReason, boolean])[] = [
  ["is cut within a line", breaksOffAfter(chunk("one"), 'data: {"cho'), R.unreachable, true],
  ["stalls", stallsAfter(chunk("one"), ": still here\n\n"), R.stalled, true],
  ["reports an error", streams(chunk("one"), event({ error: { message: BODY_SECRET } })), R.failed, true],
  ["reaches its limit", streams(chunk("one"), chunk({}, "length")), R.truncated, false],
  ["ends without a finish reason", streams(chunk("one"), "data: [DONE]\n\n"), R.malformed, true],
  ["never ends", streamsForEver(chunk("one")), R.tooLarge, false],
  ["has an event without end", streamsForEver("data: x\n"), R.tooLarge, false],
];

for (const [name, behaviour, reason, isRetryable] of lateFailures) {
  test(`makes ${reason} of a stream that ${name}, and leaves another try to the caller`, () =>
    against([behaviour], async ({ baseURL, calls }) => {
      const idleTimeoutMs = name === "stalls" ? 30 : 60_000;
      const model = aProviderModel({ baseURL, idleTimeoutMs, maxOutputBytes: 3_000 });
      const { text, error } = await hear(model.stream(aRequest()));
      assert.is(error?.reason, reason);
      assert.is(error?.isRetryable, isRetryable);
      assert.match(text, /^(one)*$/);
      assert.ok(text.length <= 3_000);
      assert.is(calls.length, 1);
    }));
}

test("tries again while nothing has come, and waits as long as it is told", () =>
  against(
    [
      hangsUp,
      answers(503, "busy", { "retry-after": "7" }),
      answers(429, {}, { "retry-after-ms": "40" }),
      answersWell("there"),
    ],
    async ({ baseURL, calls }) => {
      const timers = new ImpatientTimers();
      const { text, error } = await hear(
        aProviderModel({ baseURL, maxRetries: 3 }, timers).stream(aRequest()),
      );
      assert.is(error, undefined);
      assert.is(text, "there");
      assert.is(calls.length, 4);
      assert.equal(timers.slept, [500, 7_000, 40]);
    },
  ));

test("gives up after the last try, with what it met", () =>
  against([answers(500, "")], async ({ baseURL, calls }) => {
    const { error } = await hear(aProviderModel({ baseURL, maxRetries: 2 }).stream(aRequest()));
    assert.is(error?.reason, R.failed);
    assert.is(calls.length, 3);
  }));

const deadlines: readonly (readonly [string, readonly Behaviour[]])[] = [
  ["no headers come", [hangs]],
  ["no body comes", [hangsAfterHeaders(200)]],
  ["the stream stalls", [stallsAfter(chunk("one"))]],
  ["it waits to try again", [answers(429, {}, { "retry-after": "50" })]],
];

for (const [name, behaviours] of deadlines) {
  test(`ends at its deadline while ${name}`, () =>
    against(behaviours, async ({ baseURL }) => {
      const model = aProviderModel({ baseURL }, new SystemTimers());
      const { error } = await hear(model.stream(aRequest({ signal: AbortSignal.timeout(150) })));
      assert.is(error?.reason, R.timeout);
      if (name === "it waits to try again") assert.match(error?.message ?? "", "HTTP 429");
    }));
}

test("closes the connection when its caller aborts, and when it stops listening", () =>
  against([stallsAfter(chunk("one"))], async (provider) => {
    const model = aProviderModel(provider);
    const abort = new AbortController();
    const aborted = hear(model.stream(aRequest({ signal: abort.signal })));
    while (provider.calls.length === 0) await new Promise(setImmediate);
    abort.abort();
    assert.is((await aborted).error?.reason, R.aborted);
    for await (const _ of model.stream(aRequest())) break;
    await provider.hungUp(2);
  }));

function inspect(error: unknown): string {
  assert.instance(error, ModelError);
  const { message, stack, cause } = error as ModelError;
  return [message, stack, String(cause), JSON.stringify(error)].join("\n");
}

test.run();
