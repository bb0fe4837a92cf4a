import { connect, type Socket } from "node:net";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { firePath } from "../../../lib/api/network.ts";
import { ended } from "../../support/a-stream.ts";
import { TOKEN, WebhookServer } from "../../support/a-webhook-server.ts";
import { rawHead } from "../../support/raw-http.ts";

const test = suite<{ server: WebhookServer }>("a stream's slow reader");

/** With every output told twice, 30 MiB: more than the sockets' buffers take. */
const TARGETS = 20;
const STEPS = 13;
const OUTPUT = "x".repeat(60_000);

test.before.each(async (context) => {
  const server = await WebhookServer.start({ maxStreams: 1 });
  context.server = server;
  const teams = Array.from({ length: TARGETS }, (_, index) => `team-${index}`);
  for (const team of teams) await server.addTeam(team);
  await server.changeEvent({ targets: teams.map((team) => ({ team })) });
});
test.after.each(({ server }) => server.close());

/** A caller that takes nothing of his stream, which is stuck by now. */
async function stuckCaller(server: WebhookServer): Promise<Socket> {
  const socket = connect(server.port, "127.0.0.1").pause();
  const headers = [`Authorization: Bearer ${TOKEN}`, "Content-Length: 0"];
  socket.write(rawHead(`POST ${firePath("default", "alarm")}?mode=sse HTTP/1.1`, headers));
  await server.until(() => server.world.runs.size === TARGETS);
  const steps = Array.from({ length: STEPS }, (_, index) =>
    ended(server, { name: `s${index}`, output: OUTPUT }),
  );
  for (const run of await server.runs())
    await server.setRun(run.metadata.name, { phase: "Succeeded", steps });
  await isStuck(server);
  return socket;
}

/** Waits until the stream reads no further runs to tell of. */
async function isStuck(server: WebhookServer): Promise<void> {
  for (let turns = 0, reads = 0; turns < 100; turns++) {
    await server.timers.advance(0);
    const now = server.store.count("get", "AgentRun");
    if (now !== reads) turns = 0;
    reads = now;
  }
  assert.ok(server.store.count("get", "AgentRun") < 2 * TARGETS);
}

test("is told of its slowness once it reads again, and that the runs go on", async ({ server }) => {
  const socket = await stuckCaller(server);
  await server.timers.advance(15_000);
  const chunks: Buffer[] = [];
  const isClosed = new Promise((resolve) => socket.on("close", resolve));
  socket.on("data", (chunk: Buffer) => void chunks.push(chunk)).resume();
  await isClosed;
  const told = Buffer.concat(chunks).toString("utf8");
  assert.ok(told.length < TARGETS * STEPS * OUTPUT.length, "the stream was not stuck");
  const last = /event: stream\.ended\ndata: (\{.*\})\n\n/.exec(told)?.[1] ?? "{}";
  assert.is(JSON.parse(last).code, "SlowReader");
  assert.ok(told.endsWith("\r\n0\r\n\r\n"), "the answer was not ended");
  await server.until(() => server.timers.pending === 0);
});

test("is cut off where it takes not even that, and gives its place back", async ({ server }) => {
  const socket = await stuckCaller(server);
  socket.on("error", () => undefined);
  await server.timers.advance(15_000);
  assert.is((await server.post({ query: "?mode=sse" })).status, 503);
  await server.timers.advance(2_000);
  await server.until(() => server.timers.pending === 0);
  const { status, body } = await server.post({ query: "?mode=sse&timeout=0s" });
  assert.equal([status, body.code], [400, "InvalidQuery"]);
  const next = await fetch(`${server.url}${firePath("default", "alarm")}?mode=sse`, {
    method: "POST",
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  assert.is(next.status, 200);
  await next.body?.cancel();
  socket.destroy();
});

test("holds nobody up, and costs no memory while it waits", async ({ server }) => {
  const socket = await stuckCaller(server);
  const reads = server.store.count("get", "AgentRun");
  await server.timers.advance(14_000);
  assert.is(server.store.count("get", "AgentRun"), reads);
  assert.is((await server.post()).status, 202);
  socket.destroy();
  await server.until(() => server.timers.pending === 0);
});

test.run();
