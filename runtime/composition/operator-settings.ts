import { isIP } from "node:net";
import { hostname } from "node:os";
import { DEFAULT_IMAGE, OPERATOR_NAMESPACE } from "../../lib/api/group.ts";
import { type SettingDoc, SettingError } from "./settings.ts";

/** What an operator on a cluster is told beside the settings that every process has. */
export type OperatorSettings = {
  /** Path of a kubeconfig; absent: found as kubectl finds it, else the pod's service account. */
  readonly kubeconfig: string | undefined;
  /** Namespace of the operator's own objects, the Lease among them. */
  readonly namespace: string;
  /** The namespaces whose events are served; absent: all. */
  readonly watchedNamespaces: readonly string[] | undefined;
  /** Tells this process from all others, also from an earlier one of the same name. */
  readonly identity: string;
  /** Address that webhooks, metrics and probes are answered at. */
  readonly listenAddress: string;
  /** Whether agents run as pods of Deployments, or in this process as in standalone. */
  readonly agents: "pods" | "local";
  /** How agents' pods are reached. */
  readonly agentAccess: AgentAccess;
  /** Image of agents' pods: the operator's own. */
  readonly agentImage: string;
  /** Secrets of agents' namespaces to pull it with. */
  readonly agentPullSecrets: readonly string[];
  /** Namespaces whose pods may read agents' metrics. */
  readonly agentMetricsFrom: readonly string[];
};

/** By the pods' addresses, or through the API server, which is all that is reachable from outside. */
export type AgentAccess = "direct" | "proxy";

/** Settings of `tocsin operator` alone. */
export const OPERATOR_SETTINGS: readonly SettingDoc[] = [
  {
    name: "KUBECONFIG",
    byDefault: "~/.kube/config, else the pod's account",
    meaning: "How to reach the cluster.",
  },
  {
    name: "TOCSIN_NAMESPACE",
    byDefault: OPERATOR_NAMESPACE,
    meaning: "Namespace of the operator's own objects, such as its Lease.",
  },
  {
    name: "TOCSIN_WATCH_NAMESPACES",
    byDefault: "all",
    meaning: "Namespaces to serve, separated by commas.",
  },
  {
    name: "TOCSIN_IDENTITY",
    byDefault: "the host's name",
    meaning: "Name of this replica in the Lease; a random part is added.",
  },
  {
    name: "TOCSIN_LISTEN",
    byDefault: "0.0.0.0 in a pod, else 127.0.0.1",
    meaning: "Address to listen at for webhooks, metrics and probes.",
  },
  {
    name: "TOCSIN_AGENTS",
    byDefault: "pods in a pod, else local",
    meaning: "Where agents run: as pods, or local in this process.",
  },
  {
    name: "TOCSIN_AGENT_IMAGE",
    byDefault: DEFAULT_IMAGE,
    meaning: "Image of agents' pods: the operator's own.",
  },
  {
    name: "TOCSIN_AGENT_PULL_SECRETS",
    byDefault: "none",
    meaning: "Secrets of agents' namespaces to pull that image with, separated by commas.",
  },
  {
    name: "TOCSIN_AGENT_ACCESS",
    byDefault: "direct in a pod, else proxy",
    meaning: "How agents' pods are reached: direct, or by the API server's proxy.",
  },
  {
    name: "TOCSIN_AGENT_METRICS_FROM",
    byDefault: "none",
    meaning: "Namespaces whose pods may read the metrics of agents' pods, separated by commas.",
  },
];

/** Reads the settings of an operator; the path of a kubeconfig wins over the environment's. Throws SettingError. */
export function readOperatorSettings(
  environment: Readonly<Record<string, string | undefined>>,
  kubeconfig: string | undefined,
  uuid: string,
): OperatorSettings {
  const text = (name: string) => (environment[name] === "" ? undefined : environment[name]);
  const isInPod =
    text("KUBERNETES_SERVICE_HOST") !== undefined && (kubeconfig ?? text("KUBECONFIG")) === undefined;
  return {
    kubeconfig,
    namespace: text("TOCSIN_NAMESPACE") ?? OPERATOR_NAMESPACE,
    watchedNamespaces: readNames("TOCSIN_WATCH_NAMESPACES", text("TOCSIN_WATCH_NAMESPACES"), NAMESPACES),
    identity: `${text("TOCSIN_IDENTITY") ?? hostname()}_${uuid}`,
    listenAddress: readAddress("TOCSIN_LISTEN", text("TOCSIN_LISTEN")) ?? (isInPod ? ANY_ADDRESS : LOOPBACK),
    agents:
      readChoice("TOCSIN_AGENTS", text("TOCSIN_AGENTS"), ["pods", "local"]) ?? (isInPod ? "pods" : "local"),
    agentAccess:
      readChoice("TOCSIN_AGENT_ACCESS", text("TOCSIN_AGENT_ACCESS"), ["direct", "proxy"]) ??
      (isInPod ? "direct" : "proxy"),
    agentImage: readImage("TOCSIN_AGENT_IMAGE", text("TOCSIN_AGENT_IMAGE")) ?? DEFAULT_IMAGE,
    agentPullSecrets:
      readNames("TOCSIN_AGENT_PULL_SECRETS", text("TOCSIN_AGENT_PULL_SECRETS"), SECRETS) ?? [],
    agentMetricsFrom:
      readNames("TOCSIN_AGENT_METRICS_FROM", text("TOCSIN_AGENT_METRICS_FROM"), NAMESPACES) ?? [],
  };
}

const LOOPBACK = "127.0.0.1";
const ANY_ADDRESS = "0.0.0.0";

function readChoice<T extends string>(
  name: string,
  value: string | undefined,
  choices: readonly T[],
): T | undefined {
  const chosen = choices.find((each) => each === value);
  if (value === undefined || chosen !== undefined) return chosen;
  throw new SettingError(`${name} has to be ${choices.join(" or ")}`);
}

function readAddress(name: string, value: string | undefined): string | undefined {
  if (value === undefined || isIP(value) !== 0) return value;
  throw new SettingError(`${name} has to be an IP address, such as ${ANY_ADDRESS}`);
}

/** The server knows what an image's name may be; this refuses only what nobody can have meant. */
function readImage(name: string, value: string | undefined): string | undefined {
  if (value === undefined || /^[^\s]{1,512}$/.test(value)) return value;
  throw new SettingError(`${name} has to be the name of an image, such as ${DEFAULT_IMAGE}`);
}

type Named = { readonly what: string; readonly pattern: RegExp };
/** A namespace's name is a DNS label (RFC 1123). */
const NAMESPACES: Named = { what: "namespaces", pattern: /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/ };
/** Of names with dots the server may refuse more. */
const SECRETS: Named = { what: "Secrets", pattern: /^[a-z0-9]([-.a-z0-9]{0,251}[a-z0-9])?$/ };

function readNames(
  name: string,
  value: string | undefined,
  { what, pattern }: Named,
): readonly string[] | undefined {
  if (value === undefined) return undefined;
  const names = value.split(",").map((each) => each.trim());
  if (names.every((each) => pattern.test(each))) return [...new Set(names)];
  throw new SettingError(`${name} has to be names of ${what}, separated by commas`);
}
