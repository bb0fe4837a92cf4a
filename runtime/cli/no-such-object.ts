import { CLI_NAME } from "../../lib/api/group.ts";
import type { KubeObject } from "../../lib/api/object.ts";
import type { ResourceType } from "../../lib/api/resource-type.ts";
import { CliError } from "./cli-error.ts";
import type { Cluster } from "./connect.ts";
import { nearestName } from "./nearest-name.ts";

/** Most objects among whose names one is looked for that may have been meant. */
const MAX_NAMES = 500;
/** Most names in a message; where there are more, a command lists them. */
const MAX_SHOWN = 8;

/** The command that lists objects of a kind. */
const LISTED_BY: Readonly<Record<string, string>> = {
  AgentRun: `${CLI_NAME} runs`,
  AgentEvent: `${CLI_NAME} events`,
  Agent: `${CLI_NAME} agents`,
};

/** What a person calls an object of a kind. */
export function nounOf(type: Pick<ResourceType, "kind">): string {
  return type.kind.replace(/^Agent(?=.)/, "").toLowerCase();
}

/** The error of a name that nothing has, with the one that may have been meant, or those that there are. */
export async function noSuchObject<T extends KubeObject>(
  cluster: Pick<Cluster, "store" | "namespace" | "sameFlags">,
  type: ResourceType<T>,
  name: string,
): Promise<CliError> {
  const what = `there is no ${nounOf(type)} "${name}" in the namespace ${cluster.namespace}`;
  return new CliError(what, await adviceOn(cluster, type, name));
}

async function adviceOn<T extends KubeObject>(
  { store, namespace, sameFlags }: Parameters<typeof noSuchObject>[0],
  type: ResourceType<T>,
  name: string,
): Promise<string> {
  const listing = `See which there are: ${LISTED_BY[type.kind] ?? `kubectl get ${type.plural}`}${sameFlags}`;
  // Names of runs are random, and one that is alike means nothing.
  if (type.kind === "AgentRun") return listing;
  try {
    const { items } = await store.list(type, { namespace, limit: MAX_NAMES });
    const known = items.map(({ metadata }) => metadata.name);
    const meant = nearestName(name, known);
    if (meant !== undefined) return `Did you mean ${meant}?`;
    if (known.length === 0) return `There is no ${nounOf(type)} at all; another namespace is chosen with -n.`;
    return known.length > MAX_SHOWN
      ? listing
      : `There are ${known.join(", ")}; another namespace is chosen with -n.`;
  } catch {
    // Whoever may not list them is told no less than that there is no such object.
    return listing;
  }
}
