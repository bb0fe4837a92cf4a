import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { KubeConfig } from "@kubernetes/client-node";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type Operator, startOperator } from "../../../runtime/composition/operator.ts";
import { readOperatorSettings } from "../../../runtime/composition/operator-settings.ts";
import { readSettings } from "../../../runtime/composition/settings.ts";
import { HostileApi } from "../../support/hostile-api.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** Well below what a list or a call may take. */
const STOP_LIMIT_MS = 5_000;
const environment = {
  TOCSIN_WEBHOOK_PORT: "0",
  TOCSIN_METRICS_PORT: "0",
  TOCSIN_STAND_IN_PORT: "0",
  TOCSIN_LOG_LEVEL: "error",
};

const test = suite("startOperator");
let api: HostileApi;

test.before.each(async () => {
  api = await HostileApi.start(new KubeConfig());
});

test.after.each(() => api.close());

async function start(agents = "local"): Promise<Operator> {
  using folder = temporaryFolder();
  const kubeconfig = join(folder.path, "config");
  writeFileSync(kubeconfig, api.config.exportConfig());
  const own = readOperatorSettings({ TOCSIN_AGENTS: agents }, kubeconfig, "test");
  return await startOperator(readSettings(environment), own);
}

for (const [name, hostility] of [
  ["never answers", { kind: "half-open" }],
  ["is out of order", { kind: "status", code: 500 }],
  ["takes no more", { kind: "status", code: 429 }],
] as const) {
  test(`serves, says that it is not ready, and stops soon where the API server ${name}`, async () => {
    api.temper = () => hostility;
    const operator = await start();
    try {
      const fired = await fetch(`${operator.webhookURL}/triggers/ns/bell/fire`, { method: "POST" });
      assert.is(fired.status, 503, await fired.text());
      assert.match(fired.headers.get("Retry-After") ?? "", /^[1-9]/);
      assert.is((await fetch(`${operator.metricsURL}/healthz`)).status, 200);
      assert.is((await fetch(`${operator.metricsURL}/readyz`)).status, 503);
    } finally {
      const startedMs = performance.now();
      await operator.stop();
      const tookMs = performance.now() - startedMs;
      assert.ok(tookMs < STOP_LIMIT_MS, `stopped in ${Math.round(tookMs)} ms`);
    }
  });
}

test("stops as soon where agents are pods and the API server never answers", async () => {
  api.temper = () => ({ kind: "half-open" });
  const operator = await start("pods");
  const startedMs = performance.now();
  try {
    assert.is((await fetch(`${operator.metricsURL}/readyz`)).status, 503);
  } finally {
    await operator.stop();
  }
  const tookMs = performance.now() - startedMs;
  assert.ok(tookMs < STOP_LIMIT_MS, `stopped in ${Math.round(tookMs)} ms`);
});

test("says what is wrong with a kubeconfig that is not there", async () => {
  const own = readOperatorSettings({}, "/no/such/kubeconfig", "test");
  const error = await startOperator(readSettings(environment), own).catch((thrown: Error) => thrown);
  assert.match((error as Error).message, "/no/such/kubeconfig");
});

test.run();
