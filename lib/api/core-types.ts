import type { KubeObject } from "./object.ts";
import type { ResourceType } from "./resource-type.ts";

/** A core/v1 Secret. `data` values are base64. */
export type Secret = KubeObject & {
  readonly kind: "Secret";
  readonly type?: string;
  readonly data?: Readonly<Record<string, string>>;
  /** Write-only: the server turns it into `data`. */
  readonly stringData?: Readonly<Record<string, string>>;
};

/** A core/v1 Namespace. */
export type Namespace = KubeObject & {
  readonly kind: "Namespace";
  readonly status?: { readonly phase?: string };
};

/** A core/v1 Event: a record of something that happened to an object. */
export type EventRecord = KubeObject & {
  readonly kind: "Event";
  readonly involvedObject: {
    readonly apiVersion: string;
    readonly kind: string;
    readonly name: string;
    readonly namespace?: string;
    readonly uid: string;
  };
  readonly type: "Normal" | "Warning";
  readonly reason: string;
  readonly message: string;
  readonly count: number;
  readonly firstTimestamp: string;
  readonly lastTimestamp: string;
  readonly source: { readonly component: string };
};

const core = { group: "", version: "v1", hasStatus: false } as const;

/** core/v1 Secrets. */
export const SecretType: ResourceType<Secret> = {
  ...core,
  kind: "Secret",
  plural: "secrets",
  singular: "secret",
  shortNames: [],
  isNamespaced: true,
};

/** core/v1 Events. */
export const EventRecordType: ResourceType<EventRecord> = {
  ...core,
  kind: "Event",
  plural: "events",
  singular: "event",
  shortNames: ["ev"],
  isNamespaced: true,
};

/** core/v1 Namespaces. */
export const NamespaceType: ResourceType<Namespace> = {
  ...core,
  kind: "Namespace",
  plural: "namespaces",
  singular: "namespace",
  shortNames: ["ns"],
  isNamespaced: false,
};
