import { suite } from "uvu";
import * as assert from "uvu/assert";
import { OPERATOR_SETTINGS, readOperatorSettings } from "../../../runtime/composition/operator-settings.ts";
import { SettingError } from "../../../runtime/composition/settings.ts";

const test = suite("readOperatorSettings");
const read = (environment: Record<string, string>, kubeconfig?: string) =>
  readOperatorSettings(environment, kubeconfig, "uuid");

test("serves all namespaces from the operator's own unless told otherwise", () => {
  const settings = read({});
  assert.is(settings.namespace, "tocsin-system");
  assert.is(settings.watchedNamespaces, undefined);
  assert.is(settings.kubeconfig, undefined);
  assert.match(settings.identity, /^.+_uuid$/);
});

test("takes what it is told", () => {
  const settings = read(
    { TOCSIN_NAMESPACE: "ops", TOCSIN_WATCH_NAMESPACES: "a, b-1,a", TOCSIN_IDENTITY: "me" },
    "/tmp/config",
  );
  assert.equal(settings, {
    kubeconfig: "/tmp/config",
    namespace: "ops",
    watchedNamespaces: ["a", "b-1"],
    identity: "me_uuid",
    listenAddress: "127.0.0.1",
    agents: "local",
    agentAccess: "proxy",
    agentImage: "tocsin:0.1.0",
    agentPullSecrets: [],
    agentMetricsFrom: [],
  });
});

const IN_POD = { KUBERNETES_SERVICE_HOST: "10.96.0.1" };

type Case = {
  readonly name: string;
  readonly environment: Record<string, string>;
  readonly kubeconfig?: string;
  readonly expected: readonly string[];
};
const cases: readonly Case[] = [
  { name: "in a pod", environment: IN_POD, expected: ["0.0.0.0", "pods", "direct"] },
  {
    name: "in a pod that is given a kubeconfig",
    environment: IN_POD,
    kubeconfig: "/tmp/config",
    expected: ["127.0.0.1", "local", "proxy"],
  },
  {
    name: "in a pod whose environment names a kubeconfig",
    environment: { ...IN_POD, KUBECONFIG: "/tmp/config" },
    expected: ["127.0.0.1", "local", "proxy"],
  },
  {
    name: "where it is told",
    environment: {
      TOCSIN_LISTEN: "::",
      TOCSIN_AGENTS: "pods",
      TOCSIN_AGENT_ACCESS: "direct",
      TOCSIN_AGENT_IMAGE: "registry.example/tocsin@sha256:0",
    },
    expected: ["::", "pods", "direct"],
  },
];
for (const { name, environment, kubeconfig, expected } of cases) {
  test(`listens, and hosts and reaches agents, as it can ${name}`, () => {
    const { listenAddress, agents, agentAccess, agentImage } = read(environment, kubeconfig);
    assert.equal([listenAddress, agents, agentAccess], expected);
    assert.is(agentImage, environment["TOCSIN_AGENT_IMAGE"] ?? "tocsin:0.1.0");
  });
}

for (const [name, value] of [
  ["TOCSIN_LISTEN", "localhost"],
  ["TOCSIN_AGENTS", "Pods"],
  ["TOCSIN_AGENT_ACCESS", "tunnel"],
  ["TOCSIN_AGENT_IMAGE", "two images"],
] as const) {
  test(`refuses ${name}=${value}`, () => {
    assert.throws(
      () => read({ [name]: value }),
      (error: unknown) => error instanceof SettingError && error.message.includes(name),
    );
  });
}

test("reads the Secrets of agents' images", () => {
  const secretsOf = (names = "") => read({ TOCSIN_AGENT_PULL_SECRETS: names }).agentPullSecrets;
  assert.equal(secretsOf(), []);
  assert.equal(secretsOf("registry, mirror.eu"), ["registry", "mirror.eu"]);
  for (const names of ["a,,b", "A", "a/b", "a b"])
    assert.throws(() => secretsOf(names), /^TOCSIN_AGENT_PULL_SECRETS has to be names of Secrets/);
});

test("reads the namespaces that read agents' metrics", () => {
  assert.equal(read({ TOCSIN_AGENT_METRICS_FROM: "monitoring,ops" }).agentMetricsFrom, ["monitoring", "ops"]);
  assert.throws(() => read({ TOCSIN_AGENT_METRICS_FROM: "a.b" }), /^TOCSIN_AGENT_METRICS_FROM has to be/);
});

for (const names of ["a,,b", "A", "a/b", "-a", ",", "a".repeat(64)]) {
  test(`refuses to watch ${JSON.stringify(names.slice(0, 10))}`, () => {
    assert.throws(
      () => read({ TOCSIN_WATCH_NAMESPACES: names }),
      (error: unknown) => error instanceof SettingError && error.message.includes("TOCSIN_WATCH_NAMESPACES"),
    );
  });
}

test("says of each setting what it is", () => {
  for (const { name, byDefault, meaning } of OPERATOR_SETTINGS)
    assert.ok(name !== "" && byDefault !== "" && meaning.endsWith("."), name);
});

test.run();
