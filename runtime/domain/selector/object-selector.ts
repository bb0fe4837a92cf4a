import type { KubeObject } from "../../../lib/api/object.ts";
import { isJsonObject } from "../resource/json-object.ts";
import type { KindSchema } from "../resource/kind-schema.ts";
import { parseFieldSelector } from "./parse-field-selector.ts";
import { parseLabelSelector } from "./parse-label-selector.ts";
import { meets } from "./selector.ts";

/** The texts of a selection. */
export type SelectorTexts = {
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
};

/** Tells which objects are selected; `selects` is absent where all are. */
export type ObjectSelector =
  | { readonly selects?: (object: Pick<KubeObject, "metadata">) => boolean; readonly flaw?: undefined }
  | { readonly flaw: string; readonly selects?: undefined };

/** Field paths that every kind can be selected by. */
const COMMON_FIELDS = ["metadata.name", "metadata.namespace"];

/** Builds the selector of objects of a kind, or says what is wrong with its text. */
export function objectSelector(schema: KindSchema, texts: SelectorTexts): ObjectSelector {
  const labels = parseLabelSelector(texts.labelSelector ?? "");
  if (labels.flaw !== undefined) return { flaw: labels.flaw };
  const fields = parseFieldSelector(texts.fieldSelector ?? "", [
    ...COMMON_FIELDS,
    ...schema.selectableFields,
  ]);
  if (fields.flaw !== undefined) return { flaw: fields.flaw };
  if (labels.requirements.length + fields.requirements.length === 0) return {};
  return {
    selects: (object) =>
      meets(labels.requirements, (key) => ownText(object.metadata.labels, key)) &&
      meets(fields.requirements, (path) => fieldText(object, path)),
  };
}

function ownText(map: unknown, key: string): string | undefined {
  if (!isJsonObject(map) || !Object.hasOwn(map, key)) return undefined;
  const value = map[key];
  return typeof value === "string" ? value : undefined;
}

/** An absent field selects like an empty one. */
function fieldText(object: unknown, path: string): string {
  if (path === "source") return fieldText(object, "source.component");
  let value: unknown = object;
  for (const part of path.split(".")) value = isJsonObject(value) ? value[part] : undefined;
  return typeof value === "string" ? value : "";
}
