import { z } from "zod";
import type { ResourceDefinition } from "../../../lib/api/resource-definition.ts";
import type { ResourceType } from "../../../lib/api/resource-type.ts";
import type { Rule } from "../../../lib/api/rule.ts";
import type { JsonObject } from "./json-object.ts";

/** All that is needed to admit objects of one kind. */
export type KindSchema = {
  readonly type: ResourceType;
  /** What stands beside `apiVersion`, `kind`, `metadata` and a status that has a subresource. */
  readonly fields: z.ZodObject;
  /** The status, where it is written through a subresource of its own. */
  readonly status?: z.ZodObject;
  readonly rules: readonly Rule[];
  /** Names are RFC 1123 labels (63 characters) rather than subdomains (253). */
  readonly isNamedByLabel: boolean;
  /** Whether a replace may come without `metadata.resourceVersion`; custom resources may not. */
  readonly isReplacedUnconditionally: boolean;
  /** Values are secret: no message repeats them. */
  readonly isSecret: boolean;
  /** Brings what a client may send into the form that is stored, before the schema looks at it. */
  readonly prepare?: (fields: JsonObject, old?: JsonObject) => JsonObject;
  /** Objects are deleted this long after they were last written; absent: they stay. */
  readonly lifeSeconds?: number;
  /** Field paths beyond `metadata.name` and `metadata.namespace` that a field selector may name. */
  readonly selectableFields: readonly string[];
};

const known = new WeakMap<ResourceDefinition, KindSchema>();

/** How objects of a defined kind are admitted. */
export function kindSchemaOf(definition: ResourceDefinition): KindSchema {
  const before = known.get(definition);
  if (before !== undefined) return before;
  const schema: KindSchema = {
    type: definition,
    fields: z.object({ spec: definition.spec }),
    status: z.object({ status: definition.status.optional() }),
    rules: definition.rules,
    isNamedByLabel: false,
    isReplacedUnconditionally: false,
    isSecret: false,
    selectableFields: [],
  };
  known.set(definition, schema);
  return schema;
}
