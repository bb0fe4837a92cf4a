import { hostname } from "node:os";
import { OPERATOR_NAMESPACE } from "../../lib/api/group.ts";
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
};

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
];

/** Reads the settings of an operator; the path of a kubeconfig wins over the environment's. Throws SettingError. */
export function readOperatorSettings(
  environment: Readonly<Record<string, string | undefined>>,
  kubeconfig: string | undefined,
  uuid: string,
): OperatorSettings {
  const text = (name: string) => (environment[name] === "" ? undefined : environment[name]);
  return {
    kubeconfig,
    namespace: text("TOCSIN_NAMESPACE") ?? OPERATOR_NAMESPACE,
    watchedNamespaces: readNames("TOCSIN_WATCH_NAMESPACES", text("TOCSIN_WATCH_NAMESPACES")),
    identity: `${text("TOCSIN_IDENTITY") ?? hostname()}_${uuid}`,
  };
}

/** A namespace's name is a DNS label (RFC 1123). */
const NAMESPACE = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

function readNames(name: string, value: string | undefined): readonly string[] | undefined {
  if (value === undefined) return undefined;
  const names = value.split(",").map((each) => each.trim());
  if (names.every((each) => NAMESPACE.test(each))) return [...new Set(names)];
  throw new SettingError(`${name} has to be names of namespaces, separated by commas`);
}
