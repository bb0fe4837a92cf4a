import { Agent, request } from "undici";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { firePath } from "../../../lib/api/network.ts";
import { TOKEN, WebhookServer } from "../../support/a-webhook-server.ts";

const test = suite("callers that wait");
const MAX_WAITERS = 1_000;
/** A thousand callers come at once, to a machine that may be busy. */
const CONNECT_TIMEOUT_MS = 60_000;

test("are a thousand on one watch, and the next one is answered 503 before anything is dispatched", async () => {
  const server = await WebhookServer.start({ fireRate: { perSecond: 0, burst: 1 } });
  const dispatcher = new Agent({ connections: MAX_WAITERS + 1, connect: { timeout: CONNECT_TIMEOUT_MS } });
  const url = `${server.url}${firePath("default", "alarm")}?mode=sync&timeout=5m`;
  const headers = { authorization: `Bearer ${TOKEN}` };
  const call = async () => {
    const { statusCode, body } = await request(url, { method: "POST", headers, dispatcher });
    const { status, code } = (await body.json()) as { status: unknown; code?: string };
    return { statusCode, status, code };
  };
  const watches = server.watched.count("watch") + server.store.count("watch");
  const waiting = Array.from({ length: MAX_WAITERS }, call);
  await server.waiting(MAX_WAITERS);
  const beyond = await server.post({ query: "?mode=sync" });
  assert.equal(
    [beyond.status, beyond.body.code, beyond.headers.get("retry-after")],
    [503, "TooManyWaiters", "5"],
  );
  assert.is((await server.post()).status, 202);
  const runs = (await server.runs()).map((run) => run.metadata.name);
  assert.is(runs.length, MAX_WAITERS + 1);

  const readsWhileWaiting = server.store.count("get", "AgentRun");
  await server.timers.advance(60_000);
  assert.is(server.store.count("get", "AgentRun"), readsWhileWaiting);
  await Promise.all(runs.map((name) => server.endRun(name, "done")));
  for (const answer of await Promise.all(waiting)) {
    assert.equal(answer, { statusCode: 200, status: "succeeded", code: undefined });
  }
  assert.is(server.watched.count("watch") + server.store.count("watch"), watches);
  assert.is(server.timers.pending, 0);
  await dispatcher.close();
  await server.close();
});

test("get their places back, whatever became of them", async () => {
  const server = await WebhookServer.start({ maxWaiters: 1 });
  for (let round = 0; round < 3; round++) {
    assert.is((await server.post({ query: "?mode=sync", body: "[]" })).status, 400);
    const abort = new AbortController();
    const gone = server.post({ query: "?mode=sync", signal: abort.signal }).catch(() => "gone");
    await server.waiting(1);
    assert.is((await server.post({ query: "?mode=sync" })).status, 503);
    abort.abort();
    assert.is(await gone, "gone");
    await server.waiting(0);
    const late = server.post({ query: "?mode=sync&timeout=1s" });
    await server.waiting(1);
    await server.timers.advance(1_000);
    assert.is((await late).status, 504);
  }
  await server.close();
});

test.run();
