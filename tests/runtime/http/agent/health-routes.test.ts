import { suite } from "uvu";
import * as assert from "uvu/assert";
import { TASK_TOKEN_HEADER } from "../../../../lib/api/keys.ts";
import { Metric } from "../../../../runtime/ports/metrics.ts";
import { ModelError, ModelErrorReason, type ModelReply } from "../../../../runtime/ports/model.ts";
import { TestAgentServer } from "../../../support/an-agent-server.ts";
import { aReply } from "../../../support/fake-model.ts";

const test = suite("healthRoutes");
const semantic = { livenessProbe: { type: "semantic", intervalSeconds: 60 } } as const;
let agent: TestAgentServer;

test.after.each(() => agent.close());

const read = async (response: Response): Promise<Record<string, unknown>> => ({
  status: response.status,
  ...((await response.json()) as Record<string, unknown>),
});

test("is alive and ready as ping without ever touching the model", async () => {
  agent = await TestAgentServer.start();
  agent.model.answer = () => Promise.reject(new Error("never"));
  assert.is((await agent.call("/healthz")).status, 200);
  const ready = await read(await agent.call("/readyz"));
  assert.equal([ready["status"], ready["verdict"]], [200, "Healthy"]);
  assert.is(agent.model.asked.length, 0);
});

test("is alive while the model hangs", async () => {
  agent = await TestAgentServer.start(semantic);
  agent.model.answer = () => new Promise<ModelReply>(() => {});
  const ready = agent.call("/readyz");
  assert.is((await agent.call("/healthz")).status, 200);
  while (agent.model.asked.length === 0) await agent.timers.advance(0);
  await agent.timers.advance(15_000);
  const answer = await read(await ready);
  assert.equal([answer["status"], answer["reason"]], [503, "ProviderTimedOut"]);
});

test("asks the model on every GET of /readyz, and turns by itself", async () => {
  agent = await TestAgentServer.start(semantic);
  assert.is((await agent.call("/readyz")).status, 200);
  agent.model.answer = () => aReply({ content: "UNHEALTHY" });
  const bad = await read(await agent.call("/readyz"));
  assert.equal([bad["status"], bad["verdict"], bad["reason"]], [503, "Unhealthy", "WrongAnswer"]);
  agent.model.answer = () => aReply();
  assert.is((await agent.call("/readyz")).status, 200);
  assert.is(agent.model.asked.length, 3);
});

const broken = [
  [ModelErrorReason.unreachable, "ProviderUnreachable"],
  [ModelErrorReason.rateLimited, "RateLimited"],
  [ModelErrorReason.tls, "ProviderTlsFailed"],
] as const;

for (const [reason, named] of broken) {
  test(`answers 503 ${named} to a provider that fails with ${reason}`, async () => {
    agent = await TestAgentServer.start(semantic);
    agent.model.answer = () => {
      throw new ModelError(reason, "no answer", { isRetryable: true });
    };
    const answer = await read(await agent.call("/readyz"));
    assert.equal([answer["status"], answer["reason"], answer["message"]], [503, named, "no answer"]);
  });
}

test("tells the last verdict to who has the token, without asking the model", async () => {
  agent = await TestAgentServer.start(semantic);
  assert.is((await read(await agent.call("/verdict")))["verdict"], "Unknown");
  agent.model.answer = () => aReply({ content: "no" });
  await agent.call("/readyz");
  const verdict = await read(await agent.call("/verdict"));
  assert.is(verdict["podUID"], "pod-uid-1");
  assert.equal([verdict["verdict"], verdict["reason"]], ["Unhealthy", "WrongAnswer"]);
  assert.is(agent.model.asked.length, 1);
});

const strangers = [
  { name: "no token", headers: {} },
  { name: "a wrong token", headers: { [TASK_TOKEN_HEADER]: "wrong" } },
  { name: "a prefix of the token", headers: { [TASK_TOKEN_HEADER]: "task-token-of-the-tes" } },
  { name: "an empty token", headers: { [TASK_TOKEN_HEADER]: "" } },
];

for (const { name, headers } of strangers) {
  test(`answers one and the same 401 to ${name}`, async () => {
    agent = await TestAgentServer.start();
    for (const path of ["/verdict", "/tasks/t-1", "/tasks"]) {
      const response = await agent.call(path, { headers, method: path === "/tasks" ? "POST" : "GET" });
      assert.is(response.status, 401);
      assert.is(await response.text(), '{"error":"X-Tocsin-Task-Token is missing or wrong"}');
    }
  });
}

test("lets nobody in while it has no token, and obeys one that changes", async () => {
  agent = await TestAgentServer.start();
  for (const token of [undefined, ""]) {
    agent.token = token;
    assert.is((await agent.call("/verdict", { headers: { [TASK_TOKEN_HEADER]: "" } })).status, 401);
  }
  agent.token = "a-new-one";
  assert.is((await agent.call("/verdict")).status, 401);
  assert.is((await agent.call("/verdict", { headers: { [TASK_TOKEN_HEADER]: "a-new-one" } })).status, 200);
});

test("exposes its metrics", async () => {
  agent = await TestAgentServer.start(semantic);
  await agent.call("/readyz");
  assert.is(agent.metrics.value(Metric.readinessChecksTotal, { verdict: "Healthy" }), 1);
  assert.match(
    await (await agent.call("/metrics")).text(),
    'tocsin_readiness_checks_total{verdict="Healthy"} 1',
  );
});

const elsewhere = [
  { method: "POST", path: "/readyz", status: 405, allow: "GET" },
  { method: "DELETE", path: "/healthz", status: 405, allow: "GET" },
  { method: "GET", path: "/tasks", status: 405, allow: "POST" },
  { method: "PUT", path: "/tasks/t-1", status: 405, allow: "GET, DELETE" },
  { method: "GET", path: "/", status: 404, allow: null },
  { method: "GET", path: "/readyz/", status: 404, allow: null },
];

for (const { method, path, status, allow } of elsewhere) {
  test(`answers ${status} to ${method} ${path}`, async () => {
    agent = await TestAgentServer.start();
    const response = await agent.call(path, { method });
    assert.equal([response.status, response.headers.get("Allow")], [status, allow]);
  });
}

test.run();
