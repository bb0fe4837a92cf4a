import type { KubeObject } from "../../../lib/api/object.ts";

/** One committed write, as the watch history keeps it. Bodies are JSON without the resource version. */
export type Change = {
  readonly version: number;
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly kind: string;
  /** Empty for what has no namespace. */
  readonly namespace: string;
  readonly name: string;
  /** The object after the change; as it last was, where it was deleted. */
  readonly body: string;
  /** The object before the change, and its version; absent where it was added. */
  readonly before?: { readonly version: number; readonly body: string };
};

/**
 * The object that a stored body and its version stand for. Each call makes one of its own. Without a version
 * it is one that was never written.
 */
export function readObject<T extends KubeObject>(body: string, version: number | undefined): T {
  const object = JSON.parse(body) as { metadata: { resourceVersion?: string } };
  object.metadata.resourceVersion = version === undefined ? "" : String(version);
  return object as unknown as T;
}
