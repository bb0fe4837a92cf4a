import { suite } from "uvu";
import * as assert from "uvu/assert";
import { SYNTH_SETTINGS, synthSettings } from "../../synth/synth-settings.ts";

const test = suite("synthSettings");

const defaults = { outdir: "dist", exampleModel: "gpt-4o-mini", operator: {}, monitoring: {} };

for (const [what, environment, expected] of [
  ["defaults where nothing is set", {}, defaults],
  ["defaults for empty values", { CDK8S_OUTDIR: "", TOCSIN_EXAMPLE_MODEL: "" }, defaults],
  [
    "what is set",
    { CDK8S_OUTDIR: "out", TOCSIN_EXAMPLE_MODEL: "llama3.2" },
    { outdir: "out", exampleModel: "llama3.2", operator: {}, monitoring: {} },
  ],
] as const) {
  test(`takes ${what}`, () => {
    assert.equal(synthSettings(environment), expected);
  });
}

const everything = {
  TOCSIN_IMAGE: "registry.example/tocsin:1",
  TOCSIN_IMAGE_PULL_SECRETS: "registry, mirror",
  TOCSIN_NAMESPACE: "bells",
  TOCSIN_WATCH_NAMESPACES: "team-a, team-b",
  TOCSIN_REPLICAS: "3",
  TOCSIN_LOG_LEVEL: "debug",
  OPENAI_BASE_URL: "https://models.example/v1",
  TOCSIN_WEBHOOK_HOST: "hooks.example.com",
  TOCSIN_WEBHOOK_TLS_SECRET: "hooks-tls",
  TOCSIN_INGRESS_CLASS: "nginx",
  TOCSIN_ADMISSION_POLICY: "off",
  TOCSIN_MONITORING_LABELS: "release=monitoring, example.com/team=bells",
  TOCSIN_AGENT_METRICS_FROM: "monitoring",
  TOCSIN_DOCS_URL: "https://docs.example.com/tocsin",
};

test("says how the operator is installed", () => {
  assert.equal(synthSettings(everything).operator, {
    image: "registry.example/tocsin:1",
    imagePullSecrets: ["registry", "mirror"],
    namespace: "bells",
    watchedNamespaces: ["team-a", "team-b"],
    replicas: 3,
    logLevel: "debug",
    provider: { baseURL: "https://models.example/v1" },
    webhook: { host: "hooks.example.com", tlsSecretName: "hooks-tls", ingressClassName: "nginx" },
    admissionPolicy: false,
    agentMetricsFrom: ["monitoring"],
  });
});

test("says how it is watched, in the same namespace", () => {
  assert.equal(synthSettings(everything).monitoring, {
    namespace: "bells",
    labels: { release: "monitoring", "example.com/team": "bells" },
    documentsURL: "https://docs.example.com/tocsin",
    agents: true,
  });
});

test("documents every variable that it reads", () => {
  const read = new Set<string>();
  const environment = new Proxy<Record<string, string>>(everything, {
    get: (values, name: string) => {
      read.add(name);
      return values[name];
    },
  });
  synthSettings(environment);
  // The CLI of cdk8s sets this one.
  read.delete("CDK8S_OUTDIR");
  assert.equal([...read].sort(), SYNTH_SETTINGS.map(({ name }) => name).sort());
});

for (const [what, environment, message] of [
  ["a certificate without a host", { TOCSIN_WEBHOOK_TLS_SECRET: "tls" }, /TOCSIN_WEBHOOK_HOST/],
  ["a level that there is not", { TOCSIN_LOG_LEVEL: "loud" }, /TOCSIN_LOG_LEVEL/],
  ["a label that is none", { TOCSIN_MONITORING_LABELS: "release" }, /TOCSIN_MONITORING_LABELS: "release"/],
  ["a policy that is neither on nor off", { TOCSIN_ADMISSION_POLICY: "yes" }, /TOCSIN_ADMISSION_POLICY/],
] as const) {
  test(`refuses ${what}`, () => assert.throws(() => synthSettings(environment), message));
}

test.run();
