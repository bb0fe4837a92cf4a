import type { JsonObject } from "../../domain/resource/json-object.ts";

/** How a field of a message is read; a number that a shape does not have is passed over. */
export type ProtobufField = {
  readonly name: string;
  readonly type: "text" | "bytes" | "flag" | "message" | "messages" | "map" | "bytesMap";
  /** The fields of a nested message. */
  readonly shape?: ProtobufShape;
};

/** The fields of a message by their numbers. */
export type ProtobufShape = Readonly<Record<number, ProtobufField>>;

/** Thrown where bytes are no message of a shape. */
export class ProtobufError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ProtobufError";
  }
}

/** Longest varint: 64 bits at 7 a byte. */
const MAX_VARINT_BYTES = 10;
const ENTRY: Readonly<Record<"map" | "bytesMap", ProtobufShape>> = {
  map: { 1: { name: "key", type: "text" }, 2: { name: "value", type: "text" } },
  bytesMap: { 1: { name: "key", type: "text" }, 2: { name: "value", type: "bytes" } },
};

/**
 * Reads a protobuf message as the JSON that means the same: bytes become base64, empty texts are absent.
 * Throws {@link ProtobufError}. Source: https://protobuf.dev/programming-guides/encoding/
 */
export function readProtobuf(bytes: Uint8Array, shape: ProtobufShape): JsonObject {
  const message = new Map<string, unknown>();
  for (const { number, value } of wireFields(bytes)) {
    const field = Object.hasOwn(shape, number) ? shape[number] : undefined;
    if (field !== undefined) addTo(message, field, value);
  }
  return Object.fromEntries(message);
}

function addTo(message: Map<string, unknown>, field: ProtobufField, value: Uint8Array | number): void {
  const { name, type, shape = {} } = field;
  if (type === "flag") {
    if (typeof value === "number") message.set(name, value !== 0);
    return;
  }
  if (typeof value === "number") throw new ProtobufError(`the field ${name} has the wrong wire type`);
  if (type === "map" || type === "bytesMap") {
    const { key = "", value: entry = "" } = readProtobuf(value, ENTRY[type]);
    const before = Object.entries((message.get(name) as JsonObject | undefined) ?? {});
    message.set(name, Object.fromEntries([...before, [String(key), entry]]));
  } else if (type === "messages") {
    const before = (message.get(name) as unknown[] | undefined) ?? [];
    message.set(name, [...before, readProtobuf(value, shape)]);
  } else if (type === "message") message.set(name, readProtobuf(value, shape));
  else if (type === "bytes") message.set(name, Buffer.from(value).toString("base64"));
  else if (value.length > 0) message.set(name, textOf(value));
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ProtobufError("a text is not UTF-8");
  }
}

type WireField = { readonly number: number; readonly value: Uint8Array | number };

function* wireFields(bytes: Uint8Array): Generator<WireField, void> {
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let i = 0; i < MAX_VARINT_BYTES; i++) {
      const byte = bytes[at++];
      if (byte === undefined) break;
      // In floating point, for 32 bits are too few; what is beyond 53 bits is no number that is used here.
      value += (byte & 0x7f) * 2 ** (7 * i);
      if (byte < 0x80) return value;
    }
    throw new ProtobufError("a number does not end");
  };
  const take = (length: number): Uint8Array => {
    if (length > bytes.length - at) throw new ProtobufError("a field is longer than its message");
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const tag = varint();
    const number = Math.floor(tag / 8);
    const wireType = tag % 8;
    if (wireType === 0) yield { number, value: varint() };
    else if (wireType === 2) yield { number, value: take(varint()) };
    else if (wireType === 1) take(8);
    else if (wireType === 5) take(4);
    else throw new ProtobufError(`wire type ${wireType} is not known`);
  }
}
