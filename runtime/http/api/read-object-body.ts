import type { IncomingMessage } from "node:http";
import type { ResourceType } from "../../../lib/api/resource-type.ts";
import { isJsonObject, type JsonObject } from "../../domain/resource/json-object.ts";
import { BodyError, readBody } from "../server/read-body.ts";
import { ApiError, ApiErrorReason } from "./api-error.ts";
import type { ApiLimits } from "./api-limits.ts";
import { ProtobufError } from "./protobuf-message.ts";
import { readProtobufObject } from "./read-protobuf-object.ts";

/** Reads a body that is a JSON object in UTF-8; an empty one is undefined. Throws {@link ApiError}. */
export async function readJsonBody(
  incoming: IncomingMessage,
  limits: ApiLimits,
): Promise<JsonObject | undefined> {
  const bytes = await readBytes(incoming, limits.maxBodyBytes);
  if (bytes.length === 0) return undefined;
  const value = parse(bytes);
  if (!isJsonObject(value)) throw badBody("the body must be a JSON object");
  if (nestsDeeper(value, limits.maxNesting)) {
    throw badBody(`the body nests deeper than ${limits.maxNesting} objects and lists`);
  }
  return value;
}

/** Reads a body that is an object of a type in Kubernetes' protobuf. Throws {@link ApiError}. */
export async function readProtobufBody(
  incoming: IncomingMessage,
  limits: ApiLimits,
  type: ResourceType,
): Promise<JsonObject> {
  const bytes = await readBytes(incoming, limits.maxBodyBytes);
  try {
    return readProtobufObject(bytes, type);
  } catch (error) {
    if (error instanceof ProtobufError)
      throw badBody(`the body is not Kubernetes' protobuf: ${error.message}`);
    throw error;
  }
}

async function readBytes(incoming: IncomingMessage, maxBytes: number): Promise<Buffer> {
  try {
    return await readBody(incoming, maxBytes);
  } catch (error) {
    if (!(error instanceof BodyError)) throw error;
    if (error.reason === "Aborted") throw badBody(error.message);
    throw new ApiError(ApiErrorReason.tooLarge, `Request entity too large: limit is ${maxBytes}`);
  }
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    // What the parser says quotes the body, which may be a Secret.
    throw badBody("the body is not JSON in UTF-8");
  }
}

/** Level by level, because a recursion as deep as the body would be what the bound is against. */
function nestsDeeper(root: object, maxNesting: number): boolean {
  let level: object[] = [root];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > maxNesting) return true;
    level = level.flatMap((each) => Object.values(each).filter(isStructure));
  }
  return false;
}

function isStructure(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function badBody(message: string): ApiError {
  return new ApiError(ApiErrorReason.badRequest, message);
}
