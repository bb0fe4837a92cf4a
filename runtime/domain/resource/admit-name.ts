import { type FieldFlaw, FlawReason, invalidField, missingField, mistypedField } from "./field-flaw.ts";
import type { JsonObject } from "./json-object.ts";
import type { KindSchema } from "./kind-schema.ts";
import { isDnsLabel, isDnsSubdomain } from "./qualified-name.ts";

const LABEL_DETAIL =
  "a lowercase RFC 1123 label must consist of at most 63 lower case letters, digits or '-', and begin and end with a letter or digit";
const SUBDOMAIN_DETAIL =
  "a lowercase RFC 1123 subdomain must consist of at most 253 lower case letters, digits, '-' or '.', and begin and end with a letter or digit";

/** Checks `metadata.name` and `metadata.namespace`, and adds to `flaws` what is wrong with them. */
export function admitName(schema: KindSchema, metadata: JsonObject, flaws: FieldFlaw[]): void {
  const { name, namespace } = metadata;
  if (name === undefined || name === null || name === "") {
    flaws.push(missingField("metadata.name", "name or generateName is required"));
  } else if (typeof name !== "string") {
    flaws.push(mistypedField("metadata.name", name, "string"));
  } else if (!(schema.isNamedByLabel ? isDnsLabel(name) : isDnsSubdomain(name))) {
    const detail = schema.isNamedByLabel ? LABEL_DETAIL : SUBDOMAIN_DETAIL;
    flaws.push(invalidField("metadata.name", name, detail));
  }
  if (schema.type.isNamespaced) checkNamespace(namespace, flaws);
  else if (namespace !== undefined && namespace !== null && namespace !== "") {
    const message = "Forbidden: not allowed on this type";
    flaws.push({ field: "metadata.namespace", reason: FlawReason.forbidden, message });
  }
}

function checkNamespace(namespace: unknown, flaws: FieldFlaw[]): void {
  if (namespace === undefined || namespace === null || namespace === "") {
    flaws.push(missingField("metadata.namespace"));
  } else if (typeof namespace !== "string" || !isDnsLabel(namespace)) {
    flaws.push(invalidField("metadata.namespace", namespace, LABEL_DETAIL));
  }
}
