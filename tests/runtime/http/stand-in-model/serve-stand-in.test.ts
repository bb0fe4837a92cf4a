import { suite } from "uvu";
import * as assert from "uvu/assert";
import { SystemTimers } from "../../../../runtime/adapters/node/system-timers.ts";
import { BUILT_IN_PROMPT } from "../../../../runtime/domain/health/expectation.ts";
import { judge } from "../../../../runtime/domain/health/judge.ts";
import {
  type StandIn,
  type StandInOptions,
  serveStandIn,
} from "../../../../runtime/http/stand-in-model/serve-stand-in.ts";
import { STAND_IN_MODES, type StandInMode } from "../../../../runtime/http/stand-in-model/stand-in-modes.ts";
import { ModelErrorReason } from "../../../../runtime/ports/model.ts";
import { aProviderModel, aRequest, hear, ImpatientTimers } from "../../../support/a-provider-model.ts";
import { SilentLogger } from "../../../support/silent-logger.ts";

const test = suite("serveStandIn");

async function withStandIn(
  act: (standIn: StandIn) => Promise<void>,
  options: Partial<StandInOptions> = {},
): Promise<void> {
  const standIn = await serveStandIn({ timers: new SystemTimers(), logger: new SilentLogger(), ...options });
  try {
    await act(standIn);
  } finally {
    await standIn.close(0);
  }
}

const setMode = (standIn: StandIn, fields: object) =>
  fetch(`${standIn.url}/stand-in/mode`, { method: "PUT", body: JSON.stringify(fields) });

const UNHEALTHY = STAND_IN_MODES.filter((mode) => !["healthy", "slow", "hang"].includes(mode));

test("passes the built-in check, and in every bad mode fails it as a model would", () =>
  withStandIn(async (standIn) => {
    const check = async (model: string) =>
      judge(await aProviderModel(standIn).ask(aRequest({ model, prompt: BUILT_IN_PROMPT })), {
        kind: "built-in",
      });
    const reasons: Record<string, string> = {};
    for (const mode of UNHEALTHY) {
      await setMode(standIn, { mode, model: mode });
      const verdict = await check(mode);
      if (!verdict.healthy) reasons[mode] = verdict.reason;
    }
    assert.equal(await check("good"), { healthy: true });
    assert.equal(Object.keys(reasons), UNHEALTHY);
    assert.is(new Set(Object.values(reasons)).size, UNHEALTHY.length, JSON.stringify(reasons));
  }));

const R = ModelErrorReason;
const work: readonly (readonly [StandInMode, ModelErrorReason | undefined])[] = [
  ["healthy", undefined],
  ["unhealthy-word", undefined],
  ["slow", undefined],
  ["garbage", undefined],
  ["refusal", R.refused],
  ["html", R.malformed],
  ["empty", R.empty],
  ["truncated", R.truncated],
  ["error-500", R.failed],
  ["rate-limit", R.rateLimited],
  ["hang", R.timeout],
];

for (const [mode, reason] of work) {
  test(`gives work ${reason ?? "an answer"} when it is to be ${mode}, unless the mode is for checks only`, () =>
    withStandIn(async (standIn) => {
      const model = aProviderModel(standIn);
      await setMode(standIn, { mode, delayMs: 1 });
      const signal = mode === "hang" ? AbortSignal.timeout(100) : new AbortController().signal;
      assert.is((await hear(model.stream(aRequest({ signal })))).error?.reason, reason);
      await setMode(standIn, { mode, forChecksOnly: true });
      assert.is((await hear(model.stream(aRequest()))).error, undefined);
    }));
}

test("counts tokens and delivers the text that it composed", () =>
  withStandIn(async (standIn) => {
    const { text, end } = await hear(
      aProviderModel(standIn).stream(aRequest({ prompt: "Tell me about bells." })),
    );
    assert.match(text, "On bells");
    assert.is(end?.usage?.prompt, 4);
    assert.is(end?.usage?.completion, text.split(/\s+/).length);
  }));

test("waits before each word where it is told to", async () => {
  const timers = new ImpatientTimers();
  await withStandIn(
    async (standIn) => {
      await hear(aProviderModel(standIn).stream(aRequest({ prompt: "Reply OK" })));
      assert.equal(timers.slept, [7, 7, 7, 7, 7]);
    },
    { timers, tokenDelayMs: 7 },
  );
});

test("takes so many calls at once, and forgets those whose callers have left", () =>
  withStandIn(
    async (standIn) => {
      const model = aProviderModel({ ...standIn, maxRetries: 0 });
      await setMode(standIn, { mode: "hang", model: "hanging" });
      const leave = new AbortController();
      const hanging = [1, 2].map(() =>
        hear(model.stream(aRequest({ model: "hanging", signal: leave.signal }))),
      );
      while ((await hear(model.stream(aRequest()))).error === undefined);
      assert.is((await hear(model.stream(aRequest()))).error?.reason, R.rateLimited);
      leave.abort();
      await Promise.all(hanging);
      while ((await hear(model.stream(aRequest()))).error !== undefined);
    },
    { maxConcurrent: 2 },
  ));

test("lets calls that hang go when it closes", async () => {
  const standIn = await serveStandIn({
    timers: new SystemTimers(),
    logger: new SilentLogger(),
    maxConcurrent: 1,
  });
  const model = aProviderModel({ ...standIn, maxRetries: 0 });
  await setMode(standIn, { mode: "hang", model: "hanging" });
  const hanging = hear(model.stream(aRequest({ model: "hanging" })));
  while ((await hear(model.stream(aRequest()))).error?.reason !== R.rateLimited);
  await standIn.close(60_000);
  assert.is((await hanging).error?.reason, R.failed);
});

test.run();
