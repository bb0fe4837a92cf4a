import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Prober, type ProbeTarget, type ProbeVerdict } from "../../../../runtime/adapters/agents/prober.ts";
import { probeFields } from "../../../../runtime/domain/agent/probe-fields.ts";
import { anAgentSpec } from "../../../support/an-agent-server.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { FakeTimers } from "../../../support/fake-timers.ts";
import { SilentLogger } from "../../../support/silent-logger.ts";
import { until } from "../../../support/until.ts";

const test = suite("Prober");
const PERIOD_MS = 60_000;

/** What a pod answers: a status, or nothing at all. */
type Answers = { healthz: number; readyz: number | undefined; verdict: string };

let server: Server;
let answers: Answers;
let asked: string[];
let told: (boolean | ProbeVerdict)[];
let clock: FakeClock;
let timers: FakeTimers;
let prober: Prober;
let target: ProbeTarget;

function answer({ url, headers }: IncomingMessage, response: ServerResponse): void {
  asked.push(url ?? "");
  if (url === "/healthz") response.writeHead(answers.healthz).end();
  if (url === "/readyz" && answers.readyz !== undefined) response.writeHead(answers.readyz).end();
  if (url === "/verdict") response.end(headers["x-tocsin-task-token"] === "t" ? answers.verdict : "{}");
}

test.before.each(async () => {
  answers = { healthz: 200, readyz: 200, verdict: "{}" };
  asked = [];
  told = [];
  server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  clock = new FakeClock();
  timers = new FakeTimers(clock);
  prober = new Prober({ clock, timers, logger: new SilentLogger() });
  const probes = probeFields({
    spec: anAgentSpec({ livenessProbe: { type: "semantic", intervalSeconds: PERIOD_MS / 1_000 } }),
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  target = { podUID: "u-1", url, token: "t", probes };
});
test.after.each(async () => {
  await prober.stop();
  assert.is(timers.pending, 0);
  server.closeAllConnections();
  server.close();
});

function watch(): void {
  prober.watch(target, {
    readinessChanged: (isReady) => void told.push(isReady),
    verdictChanged: (_isReady, verdict) => void told.push(verdict),
  });
}

const readyzCount = () => asked.filter((path) => path === "/readyz").length;
/** Whether the prober sleeps until its next turn: the time limits of its requests are shorter. */
const isAsleep = () => timers.pending === 1 && timers.nextInMs > 20_000;

/** Waits until as many readiness probes have been answered and what follows from them is done. */
async function readyzAsked(count: number): Promise<void> {
  await until(timers, () => readyzCount() === count && isAsleep());
}

test("waits for the start, second by second, before it asks for readiness", async () => {
  answers.healthz = 500;
  watch();
  for (let second = 1; second <= 3; second++) {
    await until(timers, () => asked.length === second && timers.nextInMs <= 1_000);
    await timers.advance(1_000);
  }
  answers.healthz = 200;
  await until(timers, () => asked.length >= 4);
  await timers.advance(1_000);
  await until(timers, () => told.length === 2);
  assert.equal([...new Set(asked.slice(0, 4))], ["/healthz"]);
  assert.is(asked.at(-1), "/readyz");
  assert.is(told[0], true);
});

test("asks at once and then each period, and tells of changes alone", async () => {
  watch();
  await readyzAsked(1);
  assert.equal(told, [true, { at: "2026-01-01T00:00:00.000Z", verdict: "Healthy" }]);
  await timers.advance(PERIOD_MS - 1);
  assert.is(asked.length, 2);
  for (let round = 2; round <= 4; round++) {
    await timers.advance(round === 2 ? 1 : PERIOD_MS);
    await readyzAsked(round);
  }
  assert.is(told.length, 2);
});

test("takes a pod out after one failure with the pod's own reason, and back after one success", async () => {
  watch();
  await readyzAsked(1);
  answers = {
    healthz: 200,
    readyz: 503,
    verdict: '{"verdict":"Unhealthy","reason":"RateLimited","message":"Too many."}',
  };
  await timers.advance(PERIOD_MS);
  await readyzAsked(2);
  const verdict = { verdict: "Unhealthy", reason: "RateLimited", message: "Too many." };
  assert.equal(told.slice(2), [false, { at: "2026-01-01T00:01:00.000Z", ...verdict }]);
  answers.readyz = 204;
  await timers.advance(PERIOD_MS);
  await readyzAsked(3);
  assert.equal(told.slice(4), [true, { at: "2026-01-01T00:02:00.000Z", verdict: "Healthy" }]);
});

test("tells why a pod is not ready from the first, without a change", async () => {
  answers.readyz = 503;
  watch();
  await readyzAsked(1);
  await timers.advance(PERIOD_MS);
  await readyzAsked(2);
  assert.equal(told, [
    {
      at: "2026-01-01T00:00:00.000Z",
      verdict: "Unhealthy",
      reason: "ProbeFailed",
      message: "GET /readyz answered HTTP 503",
    },
  ]);
});

test("gives a pod that does not answer the probe's timeout, and keeps its pace", async () => {
  watch();
  await readyzAsked(1);
  answers.readyz = undefined;
  await timers.advance(PERIOD_MS);
  await until(timers, () => readyzCount() === 2);
  await timers.advance(16_999);
  assert.is(told.length, 2);
  await timers.advance(1);
  await until(timers, () => told.length === 4);
  assert.is((told[3] as ProbeVerdict).message, "GET /readyz did not answer within 17 s");
  answers.readyz = 200;
  await until(timers, isAsleep);
  await timers.advance(PERIOD_MS - 17_000);
  await readyzAsked(3);
  assert.is(told[4], true);
});

test("takes a pod out whose address answers no more", async () => {
  watch();
  await readyzAsked(1);
  server.closeAllConnections();
  server.close();
  await timers.advance(PERIOD_MS);
  await until(timers, () => told.length === 4);
  assert.is((told[3] as ProbeVerdict).message, "GET /readyz failed: ECONNREFUSED");
});

test("says nothing more of a pod that is forgotten, also in the middle of a probe", async () => {
  answers.readyz = undefined;
  watch();
  await until(timers, () => asked.includes("/readyz"));
  prober.forget("u-1");
  await until(timers, () => timers.pending === 0);
  assert.equal(told, []);
});

test("probes a hundred pods with one timer each", async () => {
  const ready = new Set<string>();
  for (let i = 0; i < 100; i++) {
    const podUID = `u-${i}`;
    prober.watch(
      { ...target, podUID },
      { readinessChanged: () => void ready.add(podUID), verdictChanged: () => {} },
    );
  }
  await until(timers, () => ready.size === 100 && timers.pending === 100);
});

test.run();
