import { CLI_NAME } from "../../lib/api/group.ts";
import type { KubeObject } from "../../lib/api/object.ts";
import type { ResourceType } from "../../lib/api/resource-type.ts";
import { CliError } from "./cli-error.ts";
import type { Cluster } from "./connect.ts";

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

/** Reads an object that has to be there. Throws CliError where it is not, and StoreError. */
export async function existing<T extends KubeObject>(
  { store, namespace, sameFlags }: Pick<Cluster, "store" | "namespace" | "sameFlags">,
  type: ResourceType<T>,
  name: string,
): Promise<T> {
  const object = await store.get(type, { namespace, name });
  if (object !== undefined) return object;
  const listedBy = LISTED_BY[type.kind] ?? `kubectl get ${type.plural}`;
  throw new CliError(
    `there is no ${nounOf(type)} "${name}" in the namespace ${namespace}`,
    `See which there are: ${listedBy}${sameFlags}`,
  );
}
