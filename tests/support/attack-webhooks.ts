import * as assert from "uvu/assert";
import { firePath, runPath } from "../../lib/api/network.ts";
import { TOKEN, WebhookServer } from "./a-webhook-server.ts";
import { type AttackReport, attack } from "./hostile-http/attack.ts";
import type { HostileSeed } from "./hostile-http/hostile-seed.ts";
import type { Answer } from "./hostile-http/read-answers.ts";

/** Every status that design §3's table names; 503 and 504 belong to faults that an attacker has no hand in. */
const DOCUMENTED = [200, 202, 400, 401, 404, 405, 409, 413, 422, 429, 503];
/** What memory may grow by: code that is compiled late, and the runs of fires that got through. */
const NOISE_BYTES = 16 * 1_048_576;
/** Time that passes with each answer, so that buckets fill up again. */
const ANSWER_MS = 25;

const bearer = { Authorization: `Bearer ${TOKEN}` };
const keyed = { ...bearer, "Idempotency-Key": "k" };
const post = (event: string, query: string, headers: Record<string, string>, body = "{}"): HostileSeed => ({
  method: "POST",
  path: `${firePath("default", event)}${query}`,
  headers,
  body,
});

/** Fires with a key are one fire, which has ended: an attack that gets through leaves next to nothing behind. */
function seeds(runName: string): readonly [HostileSeed, ...HostileSeed[]] {
  const topic = '{"topic":{"name":"bells"},"list":[1,2,3]}';
  return [
    post("alarm", "", keyed),
    post("alarm", "?mode=sync&timeout=5s", keyed),
    post("strict", "", bearer, topic),
    post("strict", "?mode=sync", bearer, topic),
    post("strict", "?timeout=1h&mode=sync", { ...bearer, "Content-Type": "text/plain" }, topic),
    post("asleep", "", bearer),
    post("alarm", "", { Authorization: "Bearer wrong" }),
    post("alarm", "", {}),
    post("none", "", bearer),
    { method: "GET", path: runPath("default", "alarm", runName), headers: bearer },
    { method: "GET", path: runPath("default", "strict", runName), headers: bearer },
    { method: "GET", path: "/" },
  ];
}

/** Refusals are problem details that agree with the HTTP status; Node's own have no body. */
function flawOf({ status, headers, body }: Answer): string | undefined {
  if (status < 400 || body.length === 0) return undefined;
  if (headers.get("content-type") !== "application/problem+json") return "the refusal is no problem+json";
  const problem = JSON.parse(body.toString("utf8"));
  if (problem.status !== status) return "the problem's status is another";
  const isWhole = [problem.code, problem.detail, problem.requestId].every((part) => typeof part === "string");
  return isWhole ? undefined : "the problem has no code, detail or requestId";
}

/** Attacks a webhook endpoint, and checks that it answers as documented and is whole afterwards. */
export async function attackWebhooks(requests: number): Promise<AttackReport> {
  const server = await WebhookServer.start({
    fireRate: { perSecond: 0, burst: 1 },
    // Each connection comes from one of 250 addresses, and each of them shall be held back at times.
    failureRate: { perSecond: 0.02, burst: 2 },
    maxBodyBytes: 32_768,
  });
  try {
    const input = { topic: "{{ .trigger.body.topic.none }}" };
    await server.addEvent({ targets: [{ team: "writers", input }] }, "strict");
    await server.addEvent({ suspended: true }, "asleep");
    const fired = await server.post({ headers: { "idempotency-key": "k" }, body: "{}" });
    const [{ runName }] = fired.body.runs;
    await server.endRun(runName, "done");
    const judge = (answer: Answer) => {
      server.clock.advance(ANSWER_MS);
      // What is logged of every fire would be the memory that grows.
      const isWorse = server.logger.lines.some(({ level }) => level !== "info");
      if (!isWorse) server.logger.lines.length = 0;
      return flawOf(answer);
    };
    const { port } = server;
    const report = await attack({
      port,
      seeds: seeds(runName),
      documented: DOCUMENTED,
      judge,
      requests,
      seed: 2,
    });
    assert.equal(report.complaints, []);
    assert.equal(
      server.logger.lines.filter(({ level }) => level !== "info"),
      [],
    );
    assert.ok(report.heapGrowthBytes < NOISE_BYTES, `memory grew by ${report.heapGrowthBytes} bytes`);
    assert.is((await server.post({ headers: { "idempotency-key": "k" }, body: "{}" })).status, 202);
    assert.is(server.timers.pending, 0);
    return report;
  } finally {
    await server.close();
  }
}
