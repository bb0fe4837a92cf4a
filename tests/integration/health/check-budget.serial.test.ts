import { Agent } from "undici";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { SystemClock } from "../../../runtime/adapters/node/system-clock.ts";
import { SystemTimers } from "../../../runtime/adapters/node/system-timers.ts";
import { judge } from "../../../runtime/domain/health/judge.ts";
import { serveAgent } from "../../../runtime/http/agent/serve-agent.ts";
import { aProviderModel } from "../../support/a-provider-model.ts";
import { anAgentSpec } from "../../support/an-agent-server.ts";
import { TurningProvider } from "../../support/health/turning-provider.ts";
import { MemoryMetrics } from "../../support/memory-metrics.ts";
import { SilentLogger } from "../../support/silent-logger.ts";

const test = suite("serveAgent");

const CONNECTIONS = 50;
const ROUNDS_A_SECOND = 20;
const SECONDS = 3;
const INTERVAL_SECONDS = 2;
const BURST = 10;

test("a thousand requests a second from fifty connections cost no more checks than the bucket allows", async () => {
  const provider = await TurningProvider.start();
  const timers = new SystemTimers();
  const model = aProviderModel({ baseURL: provider.baseURL }, timers);
  const spec = anAgentSpec({ livenessProbe: { type: "semantic", intervalSeconds: INTERVAL_SECONDS } });
  const server = await serveAgent(
    { agent: "a", spec, podUID: "p", token: () => "t", hostname: "127.0.0.1", port: 0 },
    {
      model,
      judge,
      clock: new SystemClock(),
      timers,
      metrics: new MemoryMetrics(),
      logger: new SilentLogger(),
    },
  );
  const connections = new Agent({ connections: CONNECTIONS, pipelining: 1 });
  const statuses = new Map<number, number>();
  const startedMs = performance.now();
  const answered: Promise<void>[] = [];
  for (let round = 0; round < SECONDS * ROUNDS_A_SECOND; round++) {
    const dueMs = startedMs + (round * 1_000) / ROUNDS_A_SECOND;
    await timers.sleep(dueMs - performance.now());
    for (let connection = 0; connection < CONNECTIONS; connection++) answered.push(ask());
  }
  await Promise.all(answered);
  const seconds = (performance.now() - startedMs) / 1_000;

  async function ask(): Promise<void> {
    const { statusCode, body } = await connections.request({
      origin: server.url,
      path: "/readyz",
      method: "GET",
    });
    await body.dump();
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
  }

  const asked = SECONDS * ROUNDS_A_SECOND * CONNECTIONS;
  assert.equal([...statuses], [[200, asked]], "every caller is answered");
  const { length: checks } = provider.calls;
  const allowed = BURST + (2 * seconds) / INTERVAL_SECONDS;
  assert.ok(checks <= allowed, `${checks} checks in ${seconds} s, ${allowed} allowed`);
  assert.ok(checks >= BURST, "and the bucket is used");
  assert.ok(asked / seconds > 500, `${asked / seconds} requests a second`);
  await connections.destroy();
  await server.close(0);
  await model.close();
  await provider.close();
});

test.run();
