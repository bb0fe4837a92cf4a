import { mediaTypeOf } from "./media-type.ts";

/** Path of the OpenAPI v2 document. */
export const OPENAPI_V2_PATH = "/openapi/v2";
/** The protobuf form as it is answered. */
export const OPENAPI_V2_PROTOBUF = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";
/** What Kubernetes' clients ask for, and nothing else. It is no media type by RFC 9110, so it is not answered. */
const ASKED_FOR = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";

const SWAGGER = "2.0";
const TITLE = "Tocsin standalone";
const VERSION = "v1.32.0";

/**
 * An OpenAPI v2 document without a schema, as JSON. kubectl reads one before it applies a `kind: List`, whose objects it
 * would check by it; what has no schema there it leaves to the server, which checks every object strictly.
 */
export const OPENAPI_V2_JSON = JSON.stringify({
  swagger: SWAGGER,
  info: { title: TITLE, version: VERSION },
  paths: {},
});

/** Whether a client wants the protobuf form. */
export function wantsProtobuf(accept: string | undefined): boolean {
  const types = (accept ?? "").split(",").map(mediaTypeOf);
  return types.includes(ASKED_FOR) || types.includes(OPENAPI_V2_PROTOBUF);
}

/**
 * The same in protobuf: the fields of `Document` and `Info` are swagger = 1, info = 2, title = 1, version = 2.
 * Source: https://github.com/google/gnostic-models/blob/main/openapiv2/OpenAPIv2.proto
 */
export function openapiV2Protobuf(): Uint8Array<ArrayBuffer> {
  const text = (value: string) => Buffer.from(value, "utf8");
  const info = Buffer.concat([field(1, text(TITLE)), field(2, text(VERSION))]);
  return new Uint8Array(Buffer.concat([field(1, text(SWAGGER)), field(2, info)]));
}

/** A field of bytes: its number and wire type 2, their length, the bytes. Lengths here are below 128: one byte. */
function field(number: number, value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([(number << 3) | 2, value.length]), value]);
}
