import { suite } from "uvu";
import * as assert from "uvu/assert";
import { KubectlTests, testsWith } from "./kubectl-tests.ts";
import { documents, EVENT, TEAM, TEAM_STATUS } from "./manifests.ts";

const test = suite("kubectl writes");
const kubectl = await KubectlTests.start();
test.after(() => kubectl?.api.close());

const withKubectl = testsWith(kubectl, test);

withKubectl("applies, finds nothing to do, and applies a change, without extra flags", async (kubectl) => {
  assert.match(
    await kubectl.run(["apply", "-f", "-"], documents(TEAM, EVENT)),
    /desk created\nagentevent.*news created/,
  );
  assert.match(await kubectl.run(["apply", "-f", "-"], TEAM), "unchanged");
  const changed = { ...TEAM, spec: { ...TEAM.spec, timeoutSeconds: 99 } };
  assert.match(await kubectl.run(["apply", "-f", "-"], changed), "configured");
  assert.is(await kubectl.run(["get", "ateam", "desk", "-o", "jsonpath={.spec.timeoutSeconds}"]), "99");
  assert.match(await kubectl.run(["diff", "-f", "-"], changed), /^$/);
});

withKubectl(
  "applies a List like its objects, which the server checks strictly, and deletes by it",
  async (kubectl) => {
    const list = (...items: readonly object[]) => ({ apiVersion: "v1", kind: "List", items });
    const [first, second] = ["one", "two"].map((name) => ({ ...TEAM, metadata: { name } }));
    const both = list(first ?? {}, second ?? {});
    assert.match(await kubectl.run(["apply", "-f", "-"], both), /one created\nagentteam.*two created/);
    assert.match(await kubectl.run(["apply", "-f", "-"], both), /one unchanged\nagentteam.*two unchanged/);
    const flawed = list({ ...TEAM, metadata: { name: "three" }, spec: { ...TEAM.spec, nonsense: 1 } });
    assert.match(await kubectl.complaint(["apply", "-f", "-"], flawed), 'unknown field "spec.nonsense"');
    assert.match(await kubectl.run(["delete", "-f", "-"], both), /"one" deleted\nagentteam.*"two" deleted/);
  },
);

withKubectl("creates namespaces and secrets, and reads a secret back", async (kubectl) => {
  assert.is(await kubectl.run(["create", "namespace", "demo"]), "namespace/demo created\n");
  await kubectl.run(["create", "secret", "generic", "key", "-n", "demo", "--from-literal=token=a b\u00e9"]);
  const base64 = await kubectl.run(["get", "secret", "key", "-n", "demo", "-o", "jsonpath={.data.token}"]);
  assert.is(Buffer.from(base64, "base64").toString("utf8"), "a b\u00e9");
  await kubectl.run(["label", "namespace", "demo", "a=b"]);
  await kubectl.run(["annotate", "secret", "key", "-n", "demo", "c=d"]);
  await kubectl.run(["patch", "secret", "key", "-n", "demo", "-p", '{"stringData":{"more":"x"}}']);
  assert.match(await kubectl.run(["describe", "secret", "key", "-n", "demo"]), /more:\s+1 bytes/);
  const applied = {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: "key", namespace: "demo" },
    stringData: { token: "n" },
  };
  await kubectl.run(["apply", "-f", "-"], applied);
  await kubectl.run(["apply", "-f", "-"], applied);
  assert.is(
    await kubectl.run(["get", "secret", "key", "-n", "demo", "-o", "jsonpath={.data.token}"]),
    "bg==",
  );
});

withKubectl("deletes a namespace and waits until it and what was in it are gone", async (kubectl) => {
  await kubectl.run(["create", "namespace", "brief"]);
  await kubectl.run(["create", "-n", "brief", "-f", "-"], TEAM);
  assert.match(await kubectl.run(["delete", "namespace", "brief"]), "deleted");
  assert.match(await kubectl.complaint(["get", "namespace", "brief"]), 'namespaces "brief" not found');
  assert.is(await kubectl.run(["get", "ateam", "-n", "brief", "-o", "name"]), "");
});

withKubectl("creates, replaces, edits by patch, and deletes", async (kubectl) => {
  const team = { ...TEAM, metadata: { name: "made" } };
  assert.is(await kubectl.run(["create", "-f", "-"], team), "agentteam.tocsin.dev/made created\n");
  assert.match(
    await kubectl.complaint(["create", "-f", "-"], team),
    'agentteams.tocsin.dev "made" already exists',
  );
  const replaced = { ...team, spec: { ...team.spec, output: "{{ .steps.write.output }}" } };
  assert.match(await kubectl.run(["replace", "-f", "-"], replaced), "replaced");
  assert.match(
    await kubectl.run(["patch", "ateam", "made", "--type", "merge", "-p", '{"spec":{"timeoutSeconds":7}}']),
    "patched",
  );
  assert.match(await kubectl.run(["delete", "ateam", "made", "--dry-run=server"]), "server dry run");
  assert.match(await kubectl.run(["delete", "-f", "-"], team), "deleted");
  assert.match(await kubectl.complaint(["delete", "ateam", "made"]), '"made" not found');
  assert.match(await kubectl.run(["delete", "ateam", "made", "--ignore-not-found"]), /^$/);
});

withKubectl("suspends and resumes an event as the specification says", async (kubectl) => {
  await kubectl.run(["apply", "-f", "-"], EVENT);
  for (const suspended of ["true", "false"]) {
    await kubectl.run([
      "patch",
      "agentevent",
      "news",
      "--type",
      "merge",
      "-p",
      `{"spec":{"suspended":${suspended}}}`,
    ]);
    assert.is(await kubectl.run(["get", "aev", "news", "-o", "jsonpath={.spec.suspended}"]), suspended);
  }
});

withKubectl("writes a status through its subresource", async (kubectl) => {
  const status = JSON.stringify({ status: TEAM_STATUS });
  await kubectl.run(["apply", "-f", "-"], TEAM);
  await kubectl.run(["patch", "ateam", "desk", "--subresource=status", "--type", "merge", "-p", status]);
  assert.is(await kubectl.run(["get", "ateam", "desk", "-o", "jsonpath={.status.phase}"]), "Running");
});

withKubectl("says what is wrong as the API server does", async (kubectl) => {
  const misspelt = { ...TEAM, metadata: { name: "odd" }, spec: { ...TEAM.spec, stepz: [] } };
  assert.match(
    await kubectl.complaint(["apply", "-f", "-"], misspelt),
    'strict decoding error: unknown field "spec.stepz"',
  );
  const warned = await kubectl.try(["apply", "--validate=warn", "-f", "-"], misspelt);
  assert.equal([warned.code, warned.stderr.trim()], [0, 'Warning: unknown field "spec.stepz"']);
  const empty = { ...TEAM, metadata: { name: "empty" }, spec: { steps: [] } };
  assert.match(
    await kubectl.complaint(["apply", "-f", "-"], empty),
    'The AgentTeam "empty" is invalid: spec.steps: ',
  );
  assert.match(
    await kubectl.complaint(["apply", "-n", "nowhere", "-f", "-"], TEAM),
    'namespaces "nowhere" not found',
  );
  assert.match(
    await kubectl.complaint(["apply", "--server-side", "-f", "-"], TEAM),
    "Server-side apply not available",
  );
  assert.match(await kubectl.complaint(["get", "pods"]), `doesn't have a resource type "pods"`);
  await kubectl.run(["delete", "ateam", "odd"]);
});

withKubectl("creates nothing in a dry run of the server", async (kubectl) => {
  assert.match(
    await kubectl.run(["create", "namespace", "dry", "--dry-run=server"]),
    "created (server dry run)",
  );
  assert.not.match(await kubectl.run(["get", "namespaces"]), "dry");
});

test.run();
