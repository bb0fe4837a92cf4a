import type { IncomingMessage } from "node:http";
import type { z } from "zod";
import { BodyError, readBody } from "../server/read-body.ts";
import { ApiError, invalidRequest } from "./api-error.ts";

/** Longest request, in bytes. */
const MAX_BODY_BYTES = 1_048_576;

/** Reads a request's body as what a schema describes. Throws {@link ApiError}. */
export async function readJSON<S extends z.ZodType>(
  incoming: IncomingMessage,
  schema: S,
): Promise<z.output<S>> {
  const checked = schema.safeParse(parse(await read(incoming)));
  if (!checked.success) throw invalidRequest(checked.error);
  return checked.data;
}

async function read(incoming: IncomingMessage): Promise<Buffer> {
  try {
    return await readBody(incoming, MAX_BODY_BYTES);
  } catch (error) {
    if (!(error instanceof BodyError)) throw error;
    const status = error.reason === "TooLarge" ? 413 : 400;
    throw new ApiError(status, "invalid_request_error", error.message);
  }
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw new ApiError(400, "invalid_request_error", "the body has to be JSON in UTF-8");
  }
}
