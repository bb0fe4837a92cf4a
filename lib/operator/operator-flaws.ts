import type { OperatorProps } from "./operator-props.ts";
import { untaggedImage } from "./untagged-image.ts";

/** A namespace's name is a DNS label (RFC 1123). */
const DNS_LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
/** A Secret's name is a DNS subdomain (RFC 1123). */
const DNS_SUBDOMAIN = /^(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/** Finds what is wrong with how an operator is to be installed, each with the path of its field. */
export function operatorFlaws(props: OperatorProps): string[] {
  const { image, imagePullSecrets, replicas, namespace, watchedNamespaces, webhook, provider } = props;
  return [
    ...(image === undefined ? [] : [untaggedImage(image)].filter((flaw) => flaw !== undefined)).map(
      (flaw) => `image: ${flaw}`,
    ),
    ...(imagePullSecrets ?? []).flatMap((name, index) =>
      when(!DNS_SUBDOMAIN.test(name), `imagePullSecrets[${index}]: "${name}" is not a name of a Secret`),
    ),
    ...when(replicas !== undefined && !(Number.isInteger(replicas) && replicas >= 1), "replicas: at least 1"),
    ...when(namespace !== undefined && !DNS_LABEL.test(namespace), "namespace: not a name of a namespace"),
    ...when(watchedNamespaces?.length === 0, "watchedNamespaces: name at least one, or leave it out for all"),
    ...namesOfNothing("watchedNamespaces", watchedNamespaces),
    ...namesOfNothing("agentMetricsFrom", props.agentMetricsFrom),
    ...when(
      new Set(watchedNamespaces).size !== (watchedNamespaces ?? []).length,
      "watchedNamespaces: names one twice",
    ),
    ...when(webhook?.host === "", "webhook.host: empty; leave webhook out for no Ingress"),
    ...when(
      provider !== undefined && !/^https?:\/\/[^/]/.test(provider.baseURL),
      "provider.baseURL: has to be an http or https address",
    ),
  ];
}

function namesOfNothing(field: string, namespaces: readonly string[] = []): string[] {
  return namespaces.flatMap((name, index) =>
    when(!DNS_LABEL.test(name), `${field}[${index}]: "${name}" is not a name of a namespace`),
  );
}

function when(isFlawed: boolean, flaw: string): string[] {
  return isFlawed ? [flaw] : [];
}
