/** An entry of `metadata.ownerReferences`. */
export type OwnerReference = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
};

/** The part of Kubernetes' ObjectMeta that Tocsin reads or writes. Instants are RFC 3339 text. */
export type ObjectMeta = {
  readonly name: string;
  readonly namespace?: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly generation?: number;
  readonly creationTimestamp: string;
  readonly deletionTimestamp?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly ownerReferences?: readonly OwnerReference[];
};

/** Any stored Kubernetes object. */
export type KubeObject = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
};

/** Metadata as a client sends it on create: the server fills in the rest. */
export type DraftMeta = Partial<ObjectMeta> & { readonly name: string };

/** An object as a client sends it on create. */
export type Draft<T extends KubeObject> = Omit<T, "metadata"> & { readonly metadata: DraftMeta };

/** A custom resource with a status of its own. */
export type Resource<Kind extends string, Spec, Status> = KubeObject & {
  readonly kind: Kind;
  readonly spec: Spec;
  readonly status?: Status;
};

/** Identifies an object of a known kind. Cluster-scoped objects have no namespace. */
export type ObjectKey = { readonly namespace?: string | undefined; readonly name: string };

/** The key as `namespace/name`, for maps, queues and messages. */
export function keyText(key: ObjectKey): string {
  return key.namespace === undefined ? key.name : `${key.namespace}/${key.name}`;
}

/** Reads back what `keyText` wrote. */
export function keyOfText(text: string): ObjectKey {
  const slash = text.indexOf("/");
  return slash < 0 ? { name: text } : { namespace: text.slice(0, slash), name: text.slice(slash + 1) };
}

/** The key of a stored object. */
export function keyOf(object: KubeObject): ObjectKey {
  return { namespace: object.metadata.namespace, name: object.metadata.name };
}

/** An owner reference that makes `owner` the controller of what carries it. */
export function controllerReference(owner: KubeObject): OwnerReference {
  const { apiVersion, kind, metadata } = owner;
  return { apiVersion, kind, name: metadata.name, uid: metadata.uid, controller: true };
}
