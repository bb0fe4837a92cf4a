import type { OperatorMonitoringProps } from "../lib/monitoring/operator-monitoring.ts";
import type { OperatorProps, WebhookIngress } from "../lib/operator/operator-props.ts";

/** What an environment variable can change about the manifests. */
export type SynthSettings = {
  /** Folder that the manifests are written to. `cdk8s synth` sets it; `dist` otherwise. */
  readonly outdir: string;
  /** Model that the examples' agents ask for. */
  readonly exampleModel: string;
  /** How the operator is installed. */
  readonly operator: OperatorProps;
  /** How it is watched. */
  readonly monitoring: OperatorMonitoringProps;
};

/** One variable: what it is when absent, and what it does. */
export type SynthSettingDoc = {
  readonly name: string;
  readonly byDefault: string;
  readonly meaning: string;
};

/** Every variable of `npm run synth`, as docs/install.md shows them. */
export const SYNTH_SETTINGS: readonly SynthSettingDoc[] = [
  {
    name: "TOCSIN_IMAGE",
    byDefault: "tocsin:0.1.0",
    meaning: "Image of the operator and of agents' pods, with a tag or a digest.",
  },
  {
    name: "TOCSIN_IMAGE_PULL_SECRETS",
    byDefault: "none",
    meaning: "Secrets to pull it with, of the operator's and of agents' namespaces, separated by commas.",
  },
  { name: "TOCSIN_NAMESPACE", byDefault: "tocsin-system", meaning: "Namespace of the operator." },
  {
    name: "TOCSIN_WATCH_NAMESPACES",
    byDefault: "all",
    meaning:
      "Namespaces to serve, separated by commas; the operator then has a Role in each, and no ClusterRole.",
  },
  { name: "TOCSIN_REPLICAS", byDefault: "2", meaning: "How many pods answer webhooks." },
  { name: "TOCSIN_LOG_LEVEL", byDefault: "info", meaning: "Least severe log line of the operator." },
  {
    name: "OPENAI_BASE_URL",
    byDefault: "none",
    meaning: "Base address of the OpenAI-compatible provider of Agents that name none.",
  },
  {
    name: "TOCSIN_WEBHOOK_HOST",
    byDefault: "no Ingress",
    meaning: "Host under which an Ingress makes webhooks reachable from outside.",
  },
  {
    name: "TOCSIN_WEBHOOK_TLS_SECRET",
    byDefault: "no TLS",
    meaning: "Secret of that host's certificate, in the operator's namespace.",
  },
  { name: "TOCSIN_INGRESS_CLASS", byDefault: "the cluster's", meaning: "Class of that Ingress." },
  {
    name: "TOCSIN_ADMISSION_POLICY",
    byDefault: "on",
    meaning: "`off` leaves out the ValidatingAdmissionPolicy against forged runs.",
  },
  {
    name: "TOCSIN_MONITORING_LABELS",
    byDefault: "none",
    meaning:
      "Labels by which your Prometheus chooses monitors and rules, such as `release=monitoring`; commas between.",
  },
  {
    name: "TOCSIN_AGENT_METRICS_FROM",
    byDefault: "none",
    meaning: "Namespaces whose pods may read agents' metrics, separated by commas: that of your Prometheus.",
  },
  {
    name: "TOCSIN_DOCS_URL",
    byDefault: "none",
    meaning: "Where you publish this folder, for the links of alerts.",
  },
  {
    name: "TOCSIN_EXAMPLE_MODEL",
    byDefault: "gpt-4o-mini",
    meaning: "Model that the examples' agents ask for.",
  },
];

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings; the only place where the synth app looks at the environment.
 * @throws Error with the variable's name where its value can't be meant.
 */
export function synthSettings(environment: Environment): SynthSettings {
  return {
    outdir: environment["CDK8S_OUTDIR"] || "dist",
    exampleModel: environment["TOCSIN_EXAMPLE_MODEL"] || "gpt-4o-mini",
    operator: operatorProps(environment),
    monitoring: monitoringProps(environment),
  };
}

function operatorProps(environment: Environment): OperatorProps {
  const text = (name: string) => environment[name] || undefined;
  const image = text("TOCSIN_IMAGE");
  const pullSecrets = text("TOCSIN_IMAGE_PULL_SECRETS");
  const namespace = text("TOCSIN_NAMESPACE");
  const watched = text("TOCSIN_WATCH_NAMESPACES");
  const replicas = text("TOCSIN_REPLICAS");
  const logLevel = oneOf(LOG_LEVELS, "TOCSIN_LOG_LEVEL", text("TOCSIN_LOG_LEVEL"));
  const baseURL = text("OPENAI_BASE_URL");
  const webhook = webhookOf(text);
  const readers = text("TOCSIN_AGENT_METRICS_FROM");
  const policy = oneOf(["on", "off"], "TOCSIN_ADMISSION_POLICY", text("TOCSIN_ADMISSION_POLICY"));
  return {
    ...(image !== undefined && { image }),
    ...(pullSecrets !== undefined && { imagePullSecrets: namesIn(pullSecrets) }),
    ...(namespace !== undefined && { namespace }),
    ...(watched !== undefined && { watchedNamespaces: namesIn(watched) }),
    ...(replicas !== undefined && { replicas: Number(replicas) }),
    ...(logLevel !== undefined && { logLevel }),
    ...(baseURL !== undefined && { provider: { baseURL } }),
    ...(webhook !== undefined && { webhook }),
    ...(readers !== undefined && { agentMetricsFrom: namesIn(readers) }),
    ...(policy === "off" && { admissionPolicy: false }),
  };
}

function namesIn(list: string): readonly string[] {
  return list.split(",").map((name) => name.trim());
}

function monitoringProps(environment: Environment): OperatorMonitoringProps {
  const text = (name: string) => environment[name] || undefined;
  const namespace = text("TOCSIN_NAMESPACE");
  const labels = text("TOCSIN_MONITORING_LABELS");
  const documentsURL = text("TOCSIN_DOCS_URL");
  return {
    ...(namespace !== undefined && { namespace }),
    ...(labels !== undefined && { labels: Object.fromEntries(labels.split(",").map(labelOf)) }),
    ...(text("TOCSIN_AGENT_METRICS_FROM") !== undefined && { agents: true }),
    ...(documentsURL !== undefined && { documentsURL }),
  };
}

function labelOf(pair: string): [string, string] {
  const [, key, value] = /^\s*([\w./-]+)=([\w.-]*)\s*$/.exec(pair) ?? [];
  if (key === undefined || value === undefined)
    throw new Error(`TOCSIN_MONITORING_LABELS: "${pair}" is not written key=value`);
  return [key, value];
}

const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const;

function webhookOf(text: (name: string) => string | undefined): WebhookIngress | undefined {
  const host = text("TOCSIN_WEBHOOK_HOST");
  const tlsSecretName = text("TOCSIN_WEBHOOK_TLS_SECRET");
  const ingressClassName = text("TOCSIN_INGRESS_CLASS");
  if (host === undefined && (tlsSecretName ?? ingressClassName) !== undefined)
    throw new Error("TOCSIN_WEBHOOK_TLS_SECRET and TOCSIN_INGRESS_CLASS need a TOCSIN_WEBHOOK_HOST");
  if (host === undefined) return undefined;
  return {
    host,
    ...(tlsSecretName !== undefined && { tlsSecretName }),
    ...(ingressClassName !== undefined && { ingressClassName }),
  };
}

function oneOf<T extends string>(
  choices: readonly T[],
  name: string,
  value: string | undefined,
): T | undefined {
  const chosen = choices.find((each) => each === value);
  if (value === undefined || chosen !== undefined) return chosen;
  throw new Error(`${name} has to be one of ${choices.join(", ")}`);
}
