import type { KubeObject } from "../../lib/api/object.ts";
import type { ResourceType } from "../../lib/api/resource-type.ts";
import type { Cluster } from "./connect.ts";
import { noSuchObject } from "./no-such-object.ts";

/** Reads an object that has to be there. Throws CliError where it is not, and StoreError. */
export async function existing<T extends KubeObject>(
  cluster: Pick<Cluster, "store" | "namespace" | "sameFlags">,
  type: ResourceType<T>,
  name: string,
): Promise<T> {
  const object = await cluster.store.get(type, { namespace: cluster.namespace, name });
  if (object !== undefined) return object;
  throw await noSuchObject(cluster, type, name);
}
