import { suite } from "uvu";
import * as assert from "uvu/assert";
import { operatorApp } from "../../../../runtime/http/operator/operator-app.ts";
import { Metric } from "../../../../runtime/ports/metrics.ts";
import { MemoryMetrics } from "../../../support/memory-metrics.ts";

const test = suite("operatorApp");

function anApp(notReady?: string) {
  const metrics = new MemoryMetrics();
  let asked = 0;
  const measure = () => {
    asked += 1;
    metrics.set(Metric.leader, asked);
  };
  return operatorApp({ metrics, measure, notReady: () => notReady });
}

test("measures what exists anew for everybody who asks for metrics", async () => {
  const app = anApp();
  assert.is(await (await app.request("/metrics")).text(), "tocsin_leader{} 1\n");
  const again = await app.request("/metrics");
  assert.is(await again.text(), "tocsin_leader{} 2\n");
  assert.match(again.headers.get("Content-Type") ?? "", "text/plain; version=0.0.4");
});

test("lives before it is ready, and says what it waits for", async () => {
  const app = anApp("still reading");
  assert.is((await app.request("/healthz")).status, 200);
  const answer = await app.request("/readyz");
  assert.equal([answer.status, await answer.text()], [503, "still reading\n"]);
  assert.is((await anApp().request("/readyz")).status, 200);
});

test("says what there is instead of anything else", async () => {
  const answer = await anApp().request("/");
  assert.is(answer.status, 404);
  assert.match(await answer.text(), "/metrics");
});

test.run();
