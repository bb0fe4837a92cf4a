import { ApiError, ApiErrorReason } from "./api-error.ts";

/** In which form a client wants objects. */
export type WantedForm = "json" | "table";

/** The forms that are served, as a refusal lists them. */
const SERVED = "application/json, application/json;as=Table;v=v1;g=meta.k8s.io";

/** The first form of an `Accept` header that is served. Throws NotAcceptable where none is. */
export function wantedForm(accept: string | undefined): WantedForm {
  if (accept === undefined || accept.trim() === "") return "json";
  for (const range of accept.split(",")) {
    const form = formOf(range);
    if (form !== undefined) return form;
  }
  throw new ApiError(ApiErrorReason.notAcceptable, `only the following media types are accepted: ${SERVED}`);
}

/** Throws NotAcceptable unless plain JSON will do. */
export function requireJson(accept: string | undefined): void {
  const ranges = accept?.split(",").map(formOf) ?? ["json"];
  if (ranges.includes("json")) return;
  throw new ApiError(ApiErrorReason.notAcceptable, "only application/json is served here");
}

function formOf(range: string): WantedForm | undefined {
  const [type = "", ...parameters] = range
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  if (!["application/json", "application/*", "*/*"].includes(type)) return undefined;
  const as = parameters.find((parameter) => parameter.startsWith("as="));
  if (as === undefined) return "json";
  const isTable = as === "as=table" && parameters.includes("v=v1") && parameters.includes("g=meta.k8s.io");
  return isTable ? "table" : undefined;
}

/** A header's media type without its parameters, in lower case. */
export function mediaTypeOf(header: string | undefined): string {
  return (header ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}
