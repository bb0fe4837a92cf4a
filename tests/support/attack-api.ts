import * as assert from "uvu/assert";
import { AgentTeamResource } from "../../lib/api/agent-team.ts";
import { SecretType } from "../../lib/api/core-types.ts";
import { secretDraft, teamDraft } from "../contract/store/drafts.ts";
import { ApiServer } from "./api-server.ts";
import { type AttackReport, attack } from "./hostile-http/attack.ts";
import type { HostileSeed } from "./hostile-http/hostile-seed.ts";
import type { Answer } from "./hostile-http/read-answers.ts";

/** Every status that the standalone API answers; never 500, and 503 and 504 only where its store fails. */
const DOCUMENTED = [200, 201, 400, 401, 403, 404, 405, 406, 409, 410, 413, 415, 422, 429];
const TEAMS = "/apis/tocsin.dev/v1alpha1/namespaces/default/agentteams";
const SECRETS = "/api/v1/namespaces/default/secrets";
/** What memory may grow by: code that is compiled late, and not a few hundred bytes a request. */
const NOISE_BYTES = 16 * 1_048_576;

function seedsFor({ token }: ApiServer): readonly [HostileSeed, ...HostileSeed[]] {
  const headers = { Authorization: `Bearer ${token}` };
  const sent = { ...headers, "Content-Type": "application/json" };
  const patched = { ...headers, "Content-Type": "application/merge-patch+json" };
  const protobuf = { ...headers, "Content-Type": "application/vnd.kubernetes.protobuf" };
  const team = JSON.stringify(teamDraft({ name: "a", namespace: "default" }));
  return [
    { method: "GET", path: TEAMS, headers },
    {
      method: "GET",
      path: `${TEAMS}?limit=1&labelSelector=a%3Db`,
      headers: { ...headers, Accept: "application/json;as=Table;v=v1;g=meta.k8s.io" },
    },
    { method: "GET", path: `${TEAMS}?watch=true&resourceVersion=999999999&timeoutSeconds=1`, headers },
    { method: "POST", path: `${TEAMS}?fieldValidation=Strict`, headers: sent, body: team },
    { method: "POST", path: `${TEAMS}?dryRun=All&fieldValidation=Warn`, headers: sent, body: team },
    { method: "PUT", path: `${TEAMS}/a`, headers: sent, body: team },
    {
      method: "PATCH",
      path: `${TEAMS}/a?dryRun=All`,
      headers: patched,
      body: '{"spec":{"timeoutSeconds":5}}',
    },
    {
      method: "PATCH",
      path: `${TEAMS}/a/status?dryRun=All`,
      headers: patched,
      body: '{"status":{"phase":"Failed"}}',
    },
    {
      method: "PATCH",
      path: `${SECRETS}/s?dryRun=All`,
      headers: { ...headers, "Content-Type": "application/strategic-merge-patch+json" },
      body: '{"stringData":{"a":"b"}}',
    },
    {
      method: "POST",
      path: `${SECRETS}?dryRun=All`,
      headers: protobuf,
      body: "k8s\0\n\x0c\n\x02v1\x12\x06Secret\x12\x05\n\x03\n\x01x",
    },
    { method: "DELETE", path: `${TEAMS}/a?dryRun=All`, headers: sent, body: '{"preconditions":{"uid":"x"}}' },
    { method: "GET", path: "/openapi/v3", headers },
    { method: "GET", path: "/healthz" },
    { method: "GET", path: TEAMS },
    { method: "GET", path: TEAMS, headers: { ...headers, Origin: "https://evil.example" } },
  ];
}

/** Refusals are Status objects that agree with the HTTP status. */
function judge({ status, headers, body }: Answer): string | undefined {
  if (status < 400 || body.length === 0) return undefined;
  if (headers.get("content-type") !== "application/json") return "the refusal is not JSON";
  const { kind, code } = JSON.parse(body.toString("utf8"));
  return kind === "Status" && code === status ? undefined : "the refusal is not a Status with the same code";
}

/** Attacks a standalone API, and checks that it answers as documented and is whole afterwards. */
export async function attackApi(requests: number): Promise<AttackReport> {
  // Watches that a spoilt query leaves open must end of themselves.
  const server = await ApiServer.start({
    isPlain: true,
    limits: { maxWatchSeconds: 1, maxBodyBytes: 32_768 },
  });
  try {
    await server.store.create(AgentTeamResource, teamDraft({ name: "a", namespace: "default" }));
    await server.store.create(SecretType, secretDraft({ name: "s", namespace: "default" }));
    const report = await attack({
      port: server.port,
      seeds: seedsFor(server),
      documented: DOCUMENTED,
      judge,
      requests,
      seed: 1,
    });
    assert.equal(report.complaints, []);
    assert.equal(
      server.logger.lines.filter(({ level }) => level === "error"),
      [],
    );
    assert.ok(report.heapGrowthBytes < NOISE_BYTES, `memory grew by ${report.heapGrowthBytes} bytes`);
    const headers = { Authorization: `Bearer ${server.token}` };
    const after = await fetch(`http://127.0.0.1:${server.port}${SECRETS}/s`, { headers });
    assert.is(after.status, 200);
    return report;
  } finally {
    await server.close();
  }
}
