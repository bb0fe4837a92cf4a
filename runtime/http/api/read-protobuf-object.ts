import { NamespaceType, SecretType } from "../../../lib/api/core-types.ts";
import type { ResourceType } from "../../../lib/api/resource-type.ts";
import type { JsonObject } from "../../domain/resource/json-object.ts";
import { ProtobufError, type ProtobufShape, readProtobuf } from "./protobuf-message.ts";

/** Media type in which `kubectl create namespace` and `kubectl create secret` send objects, and no other. */
export const PROTOBUF = "application/vnd.kubernetes.protobuf";

/** What stands before every object. */
const MAGIC = Buffer.from("k8s\0");

const OWNER: ProtobufShape = {
  1: { name: "kind", type: "text" },
  3: { name: "name", type: "text" },
  4: { name: "uid", type: "text" },
  5: { name: "apiVersion", type: "text" },
  6: { name: "controller", type: "flag" },
  7: { name: "blockOwnerDeletion", type: "flag" },
};

const METADATA: ProtobufShape = {
  1: { name: "name", type: "text" },
  2: { name: "generateName", type: "text" },
  3: { name: "namespace", type: "text" },
  5: { name: "uid", type: "text" },
  6: { name: "resourceVersion", type: "text" },
  11: { name: "labels", type: "map" },
  12: { name: "annotations", type: "map" },
  13: { name: "ownerReferences", type: "messages", shape: OWNER },
};

const metadata = { name: "metadata", type: "message", shape: METADATA } as const;

/** Field numbers of k8s.io/api/core/v1/generated.proto. A Namespace's spec and status are the server's. */
const SHAPES: ReadonlyMap<string, ProtobufShape> = new Map([
  [NamespaceType.kind, { 1: metadata }],
  [
    SecretType.kind,
    {
      1: metadata,
      2: { name: "data", type: "bytesMap" },
      3: { name: "type", type: "text" },
      4: { name: "stringData", type: "map" },
      5: { name: "immutable", type: "flag" },
    },
  ],
]);

/** `runtime.Unknown` of k8s.io/apimachinery: what an object is, and its bytes. */
const TYPE_META: ProtobufShape = {
  1: { name: "apiVersion", type: "text" },
  2: { name: "kind", type: "text" },
};
const ENVELOPE: ProtobufShape = {
  1: { name: "typeMeta", type: "message", shape: TYPE_META },
  2: { name: "raw", type: "bytes" },
};

/** Whether objects of a type are read from protobuf: those that kubectl sends in no other form. */
export function isReadFromProtobuf(type: ResourceType): boolean {
  return type.group === "" && SHAPES.has(type.kind);
}

/** Reads an object that was sent as Kubernetes' protobuf. Throws {@link ProtobufError}. */
export function readProtobufObject(bytes: Buffer, type: ResourceType): JsonObject {
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) throw new ProtobufError("the magic number is missing");
  const { typeMeta = {}, raw = "" } = readProtobuf(bytes.subarray(MAGIC.length), ENVELOPE);
  const shape = SHAPES.get(type.kind) ?? {};
  return { ...(typeMeta as JsonObject), ...readProtobuf(Buffer.from(String(raw), "base64"), shape) };
}
