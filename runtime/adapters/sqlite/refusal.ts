import type { ObjectKey } from "../../../lib/api/object.ts";
import { qualifiedPlural, type ResourceType } from "../../../lib/api/resource-type.ts";
import type { FieldFlaw } from "../../domain/resource/field-flaw.ts";
import { StoreError, StoreErrorReason } from "../../ports/store-error.ts";

/** Most flaws that a message lists; all of them are in the causes. */
const MAX_LISTED = 10;

/** The store's refusals, in the API server's words. */
export const refusal = {
  notFound(type: ResourceType, key: ObjectKey): StoreError {
    return new StoreError(StoreErrorReason.notFound, `${qualifiedPlural(type)} "${key.name}" not found`);
  },
  namespaceNotFound(namespace: string): StoreError {
    return new StoreError(StoreErrorReason.notFound, `namespaces "${namespace}" not found`);
  },
  unknownType(): StoreError {
    return new StoreError(StoreErrorReason.notFound, "the server could not find the requested resource");
  },
  alreadyExists(type: ResourceType, key: ObjectKey): StoreError {
    const message = `${qualifiedPlural(type)} "${key.name}" already exists`;
    return new StoreError(StoreErrorReason.alreadyExists, message);
  },
  modified(type: ResourceType, key: ObjectKey): StoreError {
    const detail =
      "the object has been modified; please apply your changes to the latest version and try again";
    return refusal.conflict(type, key, detail);
  },
  conflict(type: ResourceType, key: ObjectKey, detail: string): StoreError {
    const message = `Operation cannot be fulfilled on ${qualifiedPlural(type)} "${key.name}": ${detail}`;
    return new StoreError(StoreErrorReason.conflict, message);
  },
  invalid(type: ResourceType, name: string, flaws: readonly FieldFlaw[]): StoreError {
    const listed = flaws
      .slice(0, MAX_LISTED)
      .map(({ field, message }) => (field === "" ? message : `${field}: ${message}`));
    const text = listed.length === 1 ? listed[0] : `[${listed.join(", ")}]`;
    const kind = type.group === "" ? type.kind : `${type.kind}.${type.group}`;
    const message = `${kind} "${name}" is invalid: ${text}`;
    return new StoreError(StoreErrorReason.invalid, message, { causes: flaws });
  },
  badRequest(message: string): StoreError {
    return new StoreError(StoreErrorReason.badRequest, message);
  },
  forbidden(type: ResourceType, key: ObjectKey, detail: string): StoreError {
    const message = `${qualifiedPlural(type)} "${key.name}" is forbidden: ${detail}`;
    return new StoreError(StoreErrorReason.forbidden, message);
  },
  tooOld(version: string, oldest: string): StoreError {
    return new StoreError(StoreErrorReason.expired, `too old resource version: ${version} (${oldest})`);
  },
  staleContinue(): StoreError {
    const detail =
      "The provided continue parameter is too old to display a consistent list result: start a new list without it.";
    return new StoreError(StoreErrorReason.expired, detail);
  },
  closed(): StoreError {
    return new StoreError(StoreErrorReason.unavailable, "the store is closed");
  },
};
