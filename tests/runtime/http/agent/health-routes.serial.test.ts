import { Pool } from "undici";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { TestAgentServer } from "../../../support/an-agent-server.ts";

const test = suite("healthRoutes under load");
const CONNECTIONS = 50;
const REQUESTS_PER_SECOND = 1_000;
const SECONDS = 5;

test("asks the model no more often than the bucket allows at 1,000 requests a second", async () => {
  const agent = await TestAgentServer.start({ livenessProbe: { type: "semantic", intervalSeconds: 1 } });
  const pool = new Pool(agent.url, { connections: CONNECTIONS });
  const ask = async (): Promise<number> => {
    const { statusCode, body } = await pool.request({ path: "/readyz", method: "GET" });
    await body.dump();
    return statusCode;
  };
  const statuses = new Set<number>();
  let answered = 0;
  let slowestSecondMs = 0;
  for (let second = 0; second < SECONDS; second++) {
    const startedAt = performance.now();
    const clients = Array.from({ length: CONNECTIONS }, async () => {
      for (let i = 0; i < REQUESTS_PER_SECOND / CONNECTIONS; i++) {
        statuses.add(await ask());
        answered++;
      }
    });
    await Promise.all(clients);
    slowestSecondMs = Math.max(slowestSecondMs, performance.now() - startedAt);
    await agent.timers.advance(1_000);
  }
  await pool.close();
  await agent.close();
  assert.is(answered, REQUESTS_PER_SECOND * SECONDS);
  assert.equal([...statuses], [200]);
  // A burst of 10, and 2 more for each interval that has passed.
  assert.is(agent.model.asked.length, 10 + 2 * (SECONDS - 1));
  assert.ok(slowestSecondMs < 3_000, `1,000 requests took ${slowestSecondMs.toFixed(0)} ms`);
});

test.run();
