import { type FieldFlaw, FlawReason, invalidField, mistypedField } from "./field-flaw.ts";
import { isJsonObject } from "./json-object.ts";
import { isLabelValue, isQualifiedName } from "./qualified-name.ts";

/** Most bytes of an object's annotations, keys and values together (as the API server bounds them). */
const MAX_ANNOTATION_BYTES = 262_144;
const KEY_DETAIL =
  "a key is a name of at most 63 letters, digits, '-', '_' or '.', which may follow a DNS subdomain and '/'";
const VALUE_DETAIL =
  "a value is empty, or at most 63 letters, digits, '-', '_' or '.' that begin and end with a letter or digit";

type StringMap = Readonly<Record<string, string>>;

/** Copies a metadata map, or adds to `flaws` why it is not one of texts. Nulls count as absent. */
function copyMap(field: string, value: unknown, flaws: FieldFlaw[]): StringMap | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isJsonObject(value)) {
    flaws.push(mistypedField(field, value, "object"));
    return undefined;
  }
  const copy: Record<string, string> = {};
  for (const key of Object.keys(value)) {
    const text = value[key];
    if (text === null || text === undefined) continue;
    if (typeof text === "string") copy[key] = text;
    else flaws.push(mistypedField(`${field}.${key}`, text, "string"));
  }
  return Object.keys(copy).length === 0 ? undefined : copy;
}

/** Copies `metadata.labels`, or adds to `flaws` what is wrong with them. */
export function admitLabels(value: unknown, flaws: FieldFlaw[]): StringMap | undefined {
  const labels = copyMap("metadata.labels", value, flaws);
  if (labels === undefined) return undefined;
  for (const key of Object.keys(labels)) {
    if (!isQualifiedName(key)) flaws.push(invalidField("metadata.labels", key, KEY_DETAIL));
    const text = labels[key] ?? "";
    if (!isLabelValue(text)) flaws.push(invalidField("metadata.labels", text, VALUE_DETAIL));
  }
  return labels;
}

/** Copies `metadata.annotations`, or adds to `flaws` what is wrong with them. */
export function admitAnnotations(value: unknown, flaws: FieldFlaw[]): StringMap | undefined {
  const annotations = copyMap("metadata.annotations", value, flaws);
  if (annotations === undefined) return undefined;
  let bytes = 0;
  for (const key of Object.keys(annotations)) {
    if (!isQualifiedName(key.toLowerCase())) {
      flaws.push(invalidField("metadata.annotations", key, KEY_DETAIL));
    }
    bytes += Buffer.byteLength(key) + Buffer.byteLength(annotations[key] ?? "");
  }
  if (bytes > MAX_ANNOTATION_BYTES) {
    const message = `Too long: may not be more than ${MAX_ANNOTATION_BYTES} bytes`;
    flaws.push({ field: "metadata.annotations", reason: FlawReason.tooLong, message });
  }
  return annotations;
}
