import { firePath } from "../../../lib/api/network.ts";
import { CliError } from "../cli-error.ts";

/** Where a fire is posted to. */
export type FireRoute =
  /** An address that this machine reaches. */
  | { readonly kind: "direct"; readonly url: URL }
  /** An address inside the cluster: a tunnel to one of the operator's pods leads there. */
  | { readonly kind: "tunnel"; readonly url: URL; readonly namespace: string; readonly port: number };

/** What decides where a fire is posted to. */
export type FirePlace = {
  readonly namespace: string;
  readonly event: string;
  /** Base address that a person named. */
  readonly address?: string | undefined;
  /** What the event's status says. */
  readonly webhookURL?: string | undefined;
  /** Whether this process runs in a pod, where the cluster's names can be reached. */
  readonly isInCluster: boolean;
};

/** A Service's name inside a cluster, whatever the cluster's domain is. */
const IN_CLUSTER = /^[a-z0-9-]+\.([a-z0-9-]+)\.svc(?:\.|$)/;
const ADVICE = "Write for example --address http://127.0.0.1:8092.";

/** Decides where an event's fires are posted to. Throws CliError where nobody knows. */
export function fireRoute({ namespace, event, address, webhookURL, isInCluster }: FirePlace): FireRoute {
  if (address !== undefined) return { kind: "direct", url: underBase(address, firePath(namespace, event)) };
  if (webhookURL === undefined || !URL.canParse(webhookURL))
    throw new CliError(
      `the event "${event}" has no webhook address yet`,
      "The operator writes it: is the event ready, and does an operator run? --address names another.",
    );
  const url = new URL(webhookURL);
  const [, operatorNamespace] = IN_CLUSTER.exec(url.hostname) ?? [];
  if (operatorNamespace === undefined || isInCluster) return { kind: "direct", url };
  return { kind: "tunnel", url, namespace: operatorNamespace, port: Number(url.port || "80") };
}

function underBase(address: string, path: string): URL {
  const full = /^[a-z]+:\/\//i.test(address) ? address : `http://${address}`;
  const base = URL.canParse(full) ? new URL(full) : undefined;
  if (base === undefined || !/^https?:$/.test(base.protocol) || base.search + base.hash !== "")
    throw new CliError(`--address is no base address: "${address}"`, ADVICE);
  return new URL(`${base.origin}${base.pathname.replace(/\/+$/, "")}${path}`);
}
