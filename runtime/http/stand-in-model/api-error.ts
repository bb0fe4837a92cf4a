import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { z } from "zod";

/** An error to answer a call with, in OpenAI's shape. */
export class ApiError extends Error {
  readonly status: ContentfulStatusCode;
  readonly type: string;
  /** The field at fault. */
  readonly param: string | null;

  constructor(status: ContentfulStatusCode, type: string, message: string, param: string | null = null) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.type = type;
    this.param = param;
  }

  /** The body of the answer. */
  get body(): object {
    return { error: { message: this.message, type: this.type, param: this.param, code: this.type } };
  }
}

/** Makes the error for a body that a schema refuses: its first fault. */
export function invalidRequest(error: z.ZodError): ApiError {
  const [issue] = error.issues;
  const param = issue === undefined || issue.path.length === 0 ? null : issue.path.join(".");
  return new ApiError(400, "invalid_request_error", `${param ?? "body"}: ${issue?.message}`, param);
}
