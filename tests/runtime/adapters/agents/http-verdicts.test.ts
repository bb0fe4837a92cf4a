import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { TaskAddress } from "../../../../runtime/adapters/agents/http-tasks.ts";
import { HttpVerdicts } from "../../../../runtime/adapters/agents/http-verdicts.ts";
import { SystemTimers } from "../../../../runtime/adapters/node/system-timers.ts";
import { TaskError, TaskRefusal } from "../../../../runtime/ports/tasks.ts";
import { TestAgentServer } from "../../../support/an-agent-server.ts";
import { anEndpoint } from "../../../support/an-endpoint.ts";
import { aReply } from "../../../support/fake-model.ts";

const test = suite("HttpVerdicts");
const endpoint = anEndpoint();
let agent: TestAgentServer;
let address: () => TaskAddress | undefined;
let verdicts: HttpVerdicts;

test.before.each(async () => {
  agent = await TestAgentServer.start({ livenessProbe: { type: "semantic", intervalSeconds: 60 } });
  address = () => ({ baseURL: agent.url, token: "task-token-of-the-test" });
  verdicts = new HttpVerdicts(() => address(), new SystemTimers());
});

test.after.each(async () => {
  await verdicts.close();
  await agent.close();
});

test("tells why a pod is unhealthy, and calls no model for it", async () => {
  agent.model.answer = () => aReply({ content: "UNHEALTHY" });
  await fetch(`${agent.url}/readyz`);
  const asked = agent.model.asked.length;
  const why = await verdicts.whyUnhealthy(endpoint);
  assert.is(why?.reason, "WrongAnswer");
  assert.match(why?.message ?? "", "not the expected one");
  assert.is(agent.model.asked.length, asked);
});

test("says nothing of a pod that has not been checked, can't be asked, or is gone", async () => {
  assert.is(await verdicts.whyUnhealthy(endpoint), undefined, "not checked yet");
  agent.model.answer = () => aReply({ content: "UNHEALTHY" });
  await fetch(`${agent.url}/readyz`);
  address = () => ({ baseURL: agent.url, token: "wrong" });
  assert.is(await verdicts.whyUnhealthy(endpoint), undefined, "does not know the token");
  address = () => ({ baseURL: "http://127.0.0.1:9", token: "task-token-of-the-test" });
  assert.is(await verdicts.whyUnhealthy(endpoint), undefined, "does not answer");
  address = () => undefined;
  assert.is(await verdicts.whyUnhealthy(endpoint), undefined, "gone");
  address = () => {
    throw new TaskError(TaskRefusal.unreachable, "no address yet");
  };
  assert.is(await verdicts.whyUnhealthy(endpoint), undefined, "no address yet");
});

test("believes no answer but a good one: what is between has pages of its own", async () => {
  const verdict = JSON.stringify({ verdict: "Unhealthy", reason: "RateLimited" });
  let status = 502;
  const between = createServer((_request, response) => response.writeHead(status).end(verdict));
  await new Promise<void>((resolve) => between.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = between.address() as AddressInfo;
    address = () => ({ baseURL: `http://127.0.0.1:${port}`, token: "t" });
    assert.is(await verdicts.whyUnhealthy(endpoint), undefined);
    status = 200;
    assert.equal(await verdicts.whyUnhealthy(endpoint), { reason: "RateLimited" });
  } finally {
    between.close();
  }
});

test.run();
