import { ApiObject } from "cdk8s";
import type { Construct } from "constructs";
import type { ResourceDefinition } from "../api/resource-definition.ts";
import { brokenRules } from "./broken-rules.ts";
import { InvalidConstructError } from "./invalid-construct-error.ts";

/**
 * Judges an object as soon as it is made, so that the error points at the line that describes it.
 * @throws InvalidConstructError with the path of `construct` when the API server would refuse the object, or
 *   when its chart already has one of that kind and name.
 */
export function checkObject(construct: Construct, object: ApiObject, definition: ResourceDefinition): void {
  const manifest = object.toJson();
  const flaws = brokenRules(definition, manifest);
  const twin = twinOf(object);
  if (twin !== undefined)
    flaws.push(
      `${object.kind} "${object.name}" is already made by ${twin.node.path}: give one a name of its own`,
    );
  if (flaws.length > 0) throw new InvalidConstructError(construct, flaws);
}

function twinOf(object: ApiObject): ApiObject | undefined {
  return object.chart.node
    .findAll()
    .filter(ApiObject.isApiObject)
    .find((other) => other !== object && other.kind === object.kind && other.name === object.name);
}
