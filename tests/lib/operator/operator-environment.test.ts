import { Duration } from "cdk8s";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { operatorEnvironment } from "../../../lib/operator/operator-environment.ts";
import type { OperatorLogLevel, OperatorProps } from "../../../lib/operator/operator-props.ts";
import { LOG_LEVELS } from "../../../runtime/adapters/logging/pino-logger.ts";
import { OPERATOR_SETTINGS, readOperatorSettings } from "../../../runtime/composition/operator-settings.ts";
import { readSettings, SETTINGS } from "../../../runtime/composition/settings.ts";

const test = suite("operatorEnvironment");

const everything: Required<Pick<OperatorProps, "limits">> & OperatorProps = {
  image: "registry.example/tocsin:1",
  imagePullSecrets: ["registry", "mirror"],
  watchedNamespaces: ["team-a", "team-b"],
  logLevel: "debug",
  agentAccess: "proxy",
  agentMetricsFrom: ["monitoring"],
  provider: { baseURL: "https://models.example/v1" },
  limits: {
    maxBodyBytes: 2_048,
    maxSyncWait: Duration.minutes(3),
    maxWaiters: 7,
    maxStreams: 5,
    firesPerSecond: 11,
    fireBurst: 13,
    catchUp: Duration.hours(24),
    chainLoops: 2,
  },
};
const inPod: Readonly<Record<string, string>> = { "metadata.namespace": "bells", "metadata.name": "pod-1" };

/** The environment as the kubelet fills it in. */
function environmentOf(props: OperatorProps): Record<string, string> {
  const variables = operatorEnvironment(props).map(({ name, value, valueFrom }): [string, string] => [
    name,
    value ?? inPod[valueFrom?.fieldRef?.fieldPath ?? ""] ?? "",
  ]);
  return { ...Object.fromEntries(variables), KUBERNETES_SERVICE_HOST: "10.96.0.1" };
}

test("sets variables that the process reads, and each of them once", () => {
  const names = operatorEnvironment(everything).map(({ name }) => name);
  const known = [...SETTINGS, ...OPERATOR_SETTINGS].map(({ name }) => name);
  assert.equal(
    names.filter((name) => !known.includes(name)),
    [],
  );
  assert.is(new Set(names).size, names.length);
});

/** What has no place in a manifest, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  KUBECONFIG: "a pod has an account",
  OPENAI_API_KEY: "keys are Secrets beside the agents, and never pass through the operator",
  TOCSIN_MODEL: "Agents name their models",
  TOCSIN_DATA: "the store is the cluster",
  TOCSIN_API_PORT: "the cluster has an API of its own",
  TOCSIN_WEBHOOK_PORT: "Services and probes know it",
  TOCSIN_METRICS_PORT: "Services and probes know it",
  TOCSIN_STAND_IN_PORT: "the stand-in is for trying things",
  TOCSIN_WEBHOOK_URL: "status.webhookURL is the Service's",
  TOCSIN_LISTEN: "a pod listens at all of its addresses",
  TOCSIN_AGENTS: "in a pod, agents are pods",
};

test("leaves out no setting but those with a reason", () => {
  const names = operatorEnvironment(everything).map(({ name }) => name);
  const missing = [...SETTINGS, ...OPERATOR_SETTINGS].filter(({ name }) => !names.includes(name));
  assert.equal(missing.map(({ name }) => name).sort(), Object.keys(LEFT_OUT).sort());
});

test("gives the process what the props say", () => {
  const environment = environmentOf(everything);
  const settings = readSettings(environment);
  const own = readOperatorSettings(environment, undefined, "uuid");
  assert.is(settings.logLevel, "debug");
  assert.is(settings.providerBaseURL, "https://models.example/v1");
  assert.is(settings.catchUpBoundMs, 86_400_000);
  assert.is(settings.maxChainLoops, 2);
  const { maxBodyBytes, maxSyncWaitMs, maxWaiters, maxStreams, fireRate } = settings.triggers;
  assert.equal(
    { maxBodyBytes, maxSyncWaitMs, maxWaiters, maxStreams, fireRate },
    {
      maxBodyBytes: 2_048,
      maxSyncWaitMs: 180_000,
      maxWaiters: 7,
      maxStreams: 5,
      fireRate: { perSecond: 11, burst: 13 },
    },
  );
  assert.is(own.namespace, "bells");
  assert.is(own.identity, "pod-1_uuid");
  assert.equal(own.watchedNamespaces, ["team-a", "team-b"]);
  assert.is(own.agentImage, "registry.example/tocsin:1");
  assert.is(own.agentAccess, "proxy");
  assert.equal(own.agentPullSecrets, ["registry", "mirror"]);
  assert.equal(own.agentMetricsFrom, ["monitoring"]);
});

test("knows the levels of the log that the process knows", () => {
  const levels: readonly OperatorLogLevel[] = LOG_LEVELS;
  for (const logLevel of levels) assert.is(readSettings(environmentOf({ logLevel })).logLevel, logLevel);
});

test("leaves to the process what is not given", () => {
  const settings = readSettings(environmentOf({}));
  assert.equal(settings, { ...readSettings({}), logLevel: "info" });
  const own = readOperatorSettings(environmentOf({}), undefined, "uuid");
  assert.is(own.watchedNamespaces, undefined);
  assert.is(own.agentImage, "tocsin:0.1.0");
  assert.is(own.agentAccess, "direct");
  assert.equal(own.agentPullSecrets, []);
});

test.run();
