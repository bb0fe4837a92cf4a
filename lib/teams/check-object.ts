import { ApiObject } from "cdk8s";
import type { Construct } from "constructs";
import { admitCreate } from "../../runtime/domain/resource/admit.ts";
import { kindSchemaOf } from "../../runtime/domain/resource/kind-schema.ts";
import type { ResourceDefinition } from "../api/resource-definition.ts";
import { InvalidConstructError } from "./invalid-construct-error.ts";

/** What a server gives a new object; admission asks for it, and nothing here looks at it. */
const BIRTH = { uid: "", creationTimestamp: "" };
/** Stands in for the namespace that whoever applies the object chooses. */
const SOME_NAMESPACE = "default";

/**
 * Judges an object as soon as it is made, so that the error points at the line that describes it.
 *
 * @throws InvalidConstructError with the path of `construct` when the API server would refuse the object, or
 *   when its chart already has one of that kind and name.
 */
export function checkObject(construct: Construct, object: ApiObject, definition: ResourceDefinition): void {
  const { metadata, ...manifest } = object.toJson();
  const draft = { ...manifest, metadata: { namespace: SOME_NAMESPACE, ...metadata } };
  const { flaws = [] } = admitCreate(kindSchemaOf(definition), draft, BIRTH);
  const messages = flaws.map(({ field, message }) => (field === "" ? message : `${field}: ${message}`));
  const twin = twinOf(object);
  if (twin !== undefined)
    messages.push(
      `${object.kind} "${object.name}" is already made by ${twin.node.path}: give one a name of its own`,
    );
  if (messages.length > 0) throw new InvalidConstructError(construct, messages);
}

function twinOf(object: ApiObject): ApiObject | undefined {
  return object.chart.node
    .findAll()
    .filter(ApiObject.isApiObject)
    .find((other) => other !== object && other.kind === object.kind && other.name === object.name);
}
