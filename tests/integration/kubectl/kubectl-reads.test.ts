import { spawn } from "node:child_process";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { AgentTeamResource } from "../../../lib/api/agent-team.ts";
import { EventRecordType } from "../../../lib/api/core-types.ts";
import { KubectlTests, testsWith } from "./kubectl-tests.ts";
import { documents, EVENT, TEAM, TEAM_STATUS } from "./manifests.ts";

const test = suite("kubectl reads");
const kubectl = await KubectlTests.start();
test.before(async () => {
  await kubectl?.run(["apply", "-f", "-"], documents(TEAM, EVENT));
});
test.after(() => kubectl?.api.close());

const withKubectl = testsWith(kubectl, test);

/** The words of each line. */
const rows = (text: string) =>
  text
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/ {2,}/));

async function setStatus({ api }: KubectlTests, status: object): Promise<void> {
  const team = await api.store.get(AgentTeamResource, { namespace: "default", name: "desk" });
  await api.store.replaceStatus(AgentTeamResource, { ...team, status } as never);
}

withKubectl("prints our columns, more of them with -o wide, and the age", async (kubectl) => {
  await setStatus(kubectl, TEAM_STATUS);
  const [header, row] = rows(await kubectl.run(["get", "ateam"]));
  assert.equal(header, ["NAME", "PHASE", "LAST RUN", "READY", "AGE"]);
  assert.equal(row?.slice(0, 4), ["desk", "Running", "desk-1", "True"]);
  assert.match(row?.[4] ?? "", /^\d+s$/);
  const [wide] = rows(await kubectl.run(["get", "ateam", "-o", "wide"]));
  assert.equal(wide, ["NAME", "PHASE", "LAST RUN", "READY", "REASON", "AGE"]);
});

withKubectl("gets by kind, plural, short name, category, label and name", async (kubectl) => {
  for (const kind of ["agentteam", "agentteams", "ateam", "AgentTeam", "agentteams.tocsin.dev"]) {
    assert.match(await kubectl.run(["get", kind, "desk", "-o", "name"]), "agentteam.tocsin.dev/desk");
  }
  assert.equal((await kubectl.run(["get", "tocsin", "-A", "-o", "name"])).trim().split("\n"), [
    "agentteam.tocsin.dev/desk",
    "agentevent.tocsin.dev/news",
  ]);
  assert.match(await kubectl.run(["get", "ateam", "-l", "tier=one", "-o", "name"]), "desk");
  assert.is(await kubectl.run(["get", "ateam", "-l", "tier in (two)", "-o", "name"]), "");
  assert.match(
    await kubectl.run(["get", "ateam", "--field-selector", "metadata.name=desk", "-o", "name"]),
    "desk",
  );
});

withKubectl("prints YAML, JSON, and pages of a list", async (kubectl) => {
  assert.match(
    await kubectl.run(["get", "ateam", "desk", "-o", "yaml"]),
    /^apiVersion: tocsin.dev\/v1alpha1\nkind: AgentTeam\n/,
  );
  assert.is(JSON.parse(await kubectl.run(["get", "ateam", "-o", "json"])).items.length, 1);
  for (const name of ["p1", "p2", "p3"]) await kubectl.run(["create", "namespace", name]);
  const listed = await kubectl.run(["get", "namespaces", "--chunk-size=2", "-o", "name"]);
  assert.equal(
    listed.trim().split("\n"),
    ["default", "p1", "p2", "p3"].map((name) => `namespace/${name}`),
  );
});

withKubectl("describes an object with its events", async (kubectl) => {
  const team = await kubectl.api.store.get(AgentTeamResource, { namespace: "default", name: "desk" });
  const { apiVersion, kind, metadata } = team as NonNullable<typeof team>;
  await kubectl.api.store.create(EventRecordType, {
    apiVersion: "v1",
    kind: "Event",
    metadata: { name: "desk.1", namespace: "default" },
    involvedObject: { apiVersion, kind, name: metadata.name, namespace: "default", uid: metadata.uid },
    type: "Warning",
    reason: "RunFailed",
    message: "it failed",
    count: 2,
    firstTimestamp: metadata.creationTimestamp,
    lastTimestamp: metadata.creationTimestamp,
    source: { component: "tocsin" },
  });
  assert.match(
    await kubectl.run(["describe", "ateam", "desk"]),
    /Events:[\s\S]*Warning\s+RunFailed[\s\S]*it failed/,
  );
  assert.match(await kubectl.run(["describe", "aev", "news"]), /Events:\s+<none>/);
  assert.match(await kubectl.run(["describe", "namespace", "default"]), /Status:\s+Active/);
  const [header, row] = rows(await kubectl.run(["get", "events"]));
  assert.equal(header, ["LAST SEEN", "TYPE", "REASON", "OBJECT", "MESSAGE"]);
  assert.equal(row?.slice(1), ["Warning", "RunFailed", "agentteam/desk", "it failed"]);
  assert.match(await kubectl.run(["events", "--for", "agentteam/desk"]), "RunFailed");
});

withKubectl("explains every field", async (kubectl) => {
  assert.match(await kubectl.run(["explain", "agentteam.spec.steps.prompt"]), "Template of the prompt");
  assert.match(await kubectl.run(["explain", "agentevent", "--recursive"]), "concurrencyPolicy");
  assert.match(await kubectl.run(["explain", "secret.data"]), "FIELD: data");
});

withKubectl("waits for a condition, a field and an end", async (kubectl) => {
  await setStatus(kubectl, {});
  const ready = kubectl.run(["wait", "--for=condition=Ready", "ateam/desk", "--timeout=20s"]);
  const running = kubectl.run([
    "wait",
    "--for=jsonpath={.status.phase}=Running",
    "ateam/desk",
    "--timeout=20s",
  ]);
  await setStatus(kubectl, TEAM_STATUS);
  assert.match(await ready, "condition met");
  assert.match(await running, "condition met");
  await kubectl.run(["create", "namespace", "passing"]);
  const gone = kubectl.run(["wait", "--for=delete", "namespace/passing", "--timeout=20s"]);
  await kubectl.run(["delete", "namespace", "passing"]);
  await gone;
  assert.match(
    await kubectl.complaint(["wait", "--for=condition=Ready", "aev/news", "--timeout=100ms"]),
    "timed out",
  );
});

withKubectl("watches, printing a row for each change", async (kubectl) => {
  await setStatus(kubectl, {});
  const { kubeconfig, folder } = kubectl.api;
  const watch = spawn("kubectl", [
    `--kubeconfig=${kubeconfig}`,
    `--cache-dir=${folder.path}/cache`,
    ...["get", "ateam", "-w"],
  ]);
  let printed = "";
  let look = (): void => undefined;
  watch.stdout.setEncoding("utf8").on("data", (chunk) => {
    printed += chunk;
    look();
  });
  const linesPrinted = (count: number) =>
    new Promise<void>((resolve) => {
      look = () => (printed.split("\n").length > count ? resolve() : undefined);
      look();
    });
  await linesPrinted(2);
  await setStatus(kubectl, TEAM_STATUS);
  await linesPrinted(3);
  const ended = new Promise((resolve) => watch.once("close", resolve));
  watch.kill();
  await ended;
  const [header, before, after] = rows(printed);
  assert.is(header?.[0], "NAME");
  assert.equal([before?.[1] === "Running", after?.[1]], [false, "Running"]);
});

withKubectl("shows what it is connected to, and what that serves", async (kubectl) => {
  assert.match(await kubectl.run(["version"]), /Server Version: v1\.\d+\.\d+\+tocsin/);
  assert.match(
    await kubectl.run(["api-resources", "--categories=tocsin", "-o", "name"]),
    "agentruns.tocsin.dev",
  );
  assert.is(await kubectl.run(["get", "--raw", "/readyz"]), "ok");
});

test.run();
