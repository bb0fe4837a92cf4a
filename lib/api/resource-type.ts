import type { KubeObject } from "./object.ts";

/** How a kind is addressed in the Kubernetes API. `T` is the type of its objects. */
export type ResourceType<T extends KubeObject = KubeObject> = {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: T["kind"];
  readonly plural: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly isNamespaced: boolean;
  /** Whether the status is written through a subresource of its own. */
  readonly hasStatus: boolean;
  /** Carries `T`; never set. */
  readonly objectType?: T;
};

/** `apiVersion` of a type's objects. */
export function apiVersionOf(type: ResourceType): string {
  return type.group === "" ? type.version : `${type.group}/${type.version}`;
}

/** The type's name as the API server writes it in errors: `agentevents.tocsin.dev`, `secrets`. */
export function qualifiedPlural(type: ResourceType): string {
  return type.group === "" ? type.plural : `${type.plural}.${type.group}`;
}
