import { suite } from "uvu";
import * as assert from "uvu/assert";
import { SystemTimers } from "../../../../runtime/adapters/node/system-timers.ts";
import { type StandIn, serveStandIn } from "../../../../runtime/http/stand-in-model/serve-stand-in.ts";
import { SilentLogger } from "../../../support/silent-logger.ts";

const test = suite("standInApp");
const ask = { model: "m", messages: [{ role: "user", content: "Tell me about bells." }] };

let standIn: StandIn;
test.before(async () => {
  standIn = await serveStandIn({ timers: new SystemTimers(), logger: new SilentLogger() });
});
test.after(() => standIn.close(0));

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  fetch(`${standIn.url}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
const chat = (body: unknown) => call("POST", "/v1/chat/completions", body);

test("says what it is, on every answer", async () => {
  const page = await call("GET", "/");
  assert.match(await page.text(), "stand-in for a language model. It knows nothing");
  for (const answer of [
    page,
    await call("GET", "/v1/models"),
    await chat(ask),
    await call("GET", "/no"),
    await chat("{"),
  ])
    assert.is(answer.headers.get("x-tocsin-stand-in"), "true");
});

test("lists one model", async () => {
  const { data } = (await (await call("GET", "/v1/models")).json()) as { data: object[] };
  assert.equal(data, [{ id: "tocsin-stand-in", object: "model", created: 0, owned_by: "tocsin" }]);
});

test("completes a chat, counts its words, and does it the same way again", async () => {
  const first = (await (
    await chat({ ...ask, messages: [{ role: "system", content: "You write." }, ...ask.messages] })
  ).json()) as Completion;
  const again = await (
    await chat({ ...ask, messages: [{ role: "system", content: "You write." }, ...ask.messages] })
  ).json();
  assert.equal(first, again);
  const { choices, usage, model } = first;
  assert.is(model, "tocsin-stand-in");
  assert.match(choices[0]?.message.content ?? "", /^\[writer\] .*bells/);
  assert.is(choices[0]?.finish_reason, "stop");
  assert.is(usage.prompt_tokens, 6);
  assert.is(usage.completion_tokens, choices[0]?.message.content.split(/\s+/).length);
});

test("streams the same text, with usage only where it is wanted", async () => {
  const whole = (await (await chat(ask)).json()) as Completion;
  for (const wantsUsage of [false, true]) {
    const answer = await chat({ ...ask, stream: true, stream_options: { include_usage: wantsUsage } });
    assert.is(answer.headers.get("content-type"), "text/event-stream");
    const events = (await answer.text()).split("\n\n").filter(Boolean);
    assert.is(events.pop(), "data: [DONE]");
    const chunks = events.map((event) => JSON.parse(event.replace(/^data: /, "")) as Chunk);
    assert.is(
      chunks.map(({ choices }) => choices[0]?.delta.content ?? "").join(""),
      whole.choices[0]?.message.content,
    );
    assert.is(
      chunks.some(({ usage }) => usage !== undefined),
      wantsUsage,
    );
  }
});

const refused: readonly (readonly [string, () => Promise<Response>, number, string | null])[] = [
  ["no JSON", () => chat("{"), 400, null],
  [
    "bytes that are no UTF-8",
    () => fetch(`${standIn.baseURL}/chat/completions`, { method: "POST", body: Uint8Array.of(0xff) }),
    400,
    null,
  ],
  ["an array", () => chat([]), 400, null],
  ["no model", () => chat({ messages: ask.messages }), 400, "model"],
  ["no messages", () => chat({ model: "m", messages: [] }), 400, "messages"],
  [
    "a role that is none",
    () => chat({ model: "m", messages: [{ role: "king", content: "" }] }),
    400,
    "messages.0.role",
  ],
  ["a body beyond bounds", () => chat({ ...ask, filler: "x".repeat(1_048_576) }), 413, null],
  ["an unknown mode", () => call("PUT", "/stand-in/mode", { mode: "angry" }), 400, "mode"],
  ["an unknown field of a mode", () => call("PUT", "/stand-in/mode", { mode: "slow", by: 1 }), 400, null],
  ["a browser", () => call("POST", "/v1/chat/completions", ask, { origin: "http://localhost" }), 403, null],
  ["an unknown path", () => call("GET", "/v1/embeddings"), 404, null],
];

for (const [name, act, status, param] of refused) {
  test(`answers ${status} in OpenAI's shape to ${name}`, async () => {
    const answer = await act();
    assert.is(answer.status, status);
    const { error } = (await answer.json()) as {
      error: { message: string; type: string; param: string | null };
    };
    assert.is(error.type, "invalid_request_error");
    assert.is(error.param, param);
    assert.ok(error.message.length > 0);
  });
}

for (const [method, path, allow] of [
  ["GET", "/v1/chat/completions", "POST"],
  ["DELETE", "/stand-in/mode", "GET, PUT"],
  ["POST", "/", "GET"],
] as const) {
  test(`answers 405 to ${method} ${path}`, async () => {
    const answer = await call(method, path);
    assert.is(answer.status, 405);
    assert.is(answer.headers.get("allow"), allow);
  });
}

test("shows the modes that are set", async () => {
  await call("PUT", "/stand-in/mode", { mode: "slow", model: "m2", delayMs: 5 });
  const modes = await (await call("GET", "/stand-in/mode")).json();
  assert.equal(modes, {
    default: { mode: "healthy", forChecksOnly: false, delayMs: 1_000 },
    models: { m2: { mode: "slow", forChecksOnly: false, delayMs: 5 } },
  });
});

type Completion = {
  readonly model: string;
  readonly choices: readonly {
    readonly message: { readonly content: string };
    readonly finish_reason: string;
  }[];
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number };
};
type Chunk = {
  readonly choices: readonly { readonly delta: { readonly content?: string } }[];
  readonly usage?: object;
};

test.run();
