import { ApiObject } from "cdk8s";
import { Construct } from "constructs";
import { DEFINITIONS } from "../api/definitions.ts";
import { customResourceDefinition } from "./custom-resource-definition.ts";

/**
 * The CustomResourceDefinitions of every Tocsin kind.
 *
 * They are made from one table and not by a file a kind: whatever is particular to a kind (fields, rules,
 * columns, names) is already said in its `lib/api` definition, which the types and the standalone store
 * read too. They are plain ApiObjects because the typed `KubeCustomResourceDefinition` of cdk8s-plus drops
 * `x-kubernetes-*` keys.
 */
export class TocsinCrds extends Construct {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    for (const definition of DEFINITIONS)
      new ApiObject(this, definition.singular, customResourceDefinition(definition));
  }
}
