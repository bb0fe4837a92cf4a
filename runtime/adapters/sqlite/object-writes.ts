import type { ObjectKey } from "../../../lib/api/object.ts";
import type { ResourceType } from "../../../lib/api/resource-type.ts";
import { type Admission, admitCreate, admitReplace, admitStatus } from "../../domain/resource/admit.ts";
import { invalidField } from "../../domain/resource/field-flaw.ts";
import { generatedName } from "../../domain/resource/generated-name.ts";
import { isJsonObject, type JsonObject } from "../../domain/resource/json-object.ts";
import type { KindSchema } from "../../domain/resource/kind-schema.ts";
import type { StoredObject } from "../../domain/resource/stored-object.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";
import type { Expiry } from "./expiry.ts";
import type { Namespaces } from "./namespaces.ts";
import { checkKind, placeOf, schemaOf } from "./object-place.ts";
import type { ObjectRows, Row } from "./object-rows.ts";
import type { ObjectWriter, Stored } from "./object-writer.ts";
import { refusal } from "./refusal.ts";
import type { Transaction } from "./transaction.ts";

/** What the writes are made with. */
export type WriteParts = {
  readonly objects: ObjectRows;
  readonly namespaces: Namespaces;
  readonly writer: ObjectWriter;
  readonly expiry: Expiry;
  readonly clock: Clock;
  readonly random: Random;
};

/** An object as a client sent it: only its kind and metadata have been looked at. */
export type Sent = JsonObject & { readonly apiVersion: string; readonly kind: string };

type Admit = (schema: KindSchema, candidate: JsonObject, old: StoredObject) => Admission;

/** How often a generated name that is taken is replaced by another. */
const MAX_NAME_TRIES = 8;

/** Creates and replaces, each inside a transaction: first every check, then the writes. */
export class ObjectWrites {
  readonly #parts: WriteParts;

  constructor(parts: WriteParts) {
    this.#parts = parts;
  }

  create(type: ResourceType, draft: Sent, transaction: Transaction): Stored {
    const { namespaces, writer, expiry, random } = this.#parts;
    const schema = schemaOf(type);
    checkKind(type, draft);
    const named = this.#named(type, draft);
    const metadata = metadataOf(named);
    if (metadata["resourceVersion"] !== undefined && metadata["resourceVersion"] !== "") {
      throw refusal.badRequest("resourceVersion should not be set on objects to be created");
    }
    const key = keyOfMeta(metadata);
    if (key.namespace !== undefined) namespaces.requireOpen(type, key);
    const creationTimestamp = secondsText(this.#parts.clock.now());
    const object = accepted(type, key, admitCreate(schema, named, { uid: random.uuid(), creationTimestamp }));
    if (schema.lifeSeconds !== undefined) expiry.sweep(transaction);
    return writer.insert(schema, placeOf(type, key), object, transaction);
  }

  replace(type: ResourceType, sent: Sent, transaction: Transaction): Stored {
    return this.#rewrite(type, sent, admitReplace, transaction);
  }

  replaceStatus(type: ResourceType, sent: Sent, transaction: Transaction): Stored {
    if (!type.hasStatus) throw refusal.unknownType();
    return this.#rewrite(type, sent, admitStatus, transaction);
  }

  #rewrite(type: ResourceType, sent: Sent, admit: Admit, transaction: Transaction): Stored {
    const schema = schemaOf(type);
    checkKind(type, sent);
    const metadata = metadataOf(sent);
    const key = keyOfMeta(metadata);
    const row = this.#parts.objects.find(placeOf(type, key));
    if (row === undefined) throw refusal.notFound(type, key);
    checkPreconditions(schema, metadata, row);
    const old = JSON.parse(row.body) as StoredObject;
    const object = accepted(type, key, admit(schema, sent, old));
    if (object === old) return { ...row, versionBefore: row.version };
    return this.#parts.writer.update(schema, row, { before: old, after: object }, transaction);
  }

  /** The draft with a name made up where it only says how its name begins. */
  #named(type: ResourceType, draft: Sent): Sent {
    const { metadata } = draft;
    if (!isJsonObject(metadata)) return draft;
    const { name, generateName, namespace } = metadata;
    if ((name !== undefined && name !== "") || typeof generateName !== "string" || generateName === "") {
      return draft;
    }
    const { objects, random } = this.#parts;
    let made = "";
    for (let tries = 0; tries < MAX_NAME_TRIES; tries++) {
      made = generatedName(generateName, () => random.fraction());
      const key = { namespace: typeof namespace === "string" ? namespace : undefined, name: made };
      if (objects.uidOf(placeOf(type, key)) === undefined) break;
    }
    return { ...draft, metadata: { ...metadata, name: made } };
  }
}

function metadataOf(sent: Sent): JsonObject {
  return isJsonObject(sent["metadata"]) ? sent["metadata"] : {};
}

function keyOfMeta({ name, namespace }: JsonObject): ObjectKey {
  return {
    namespace: typeof namespace === "string" && namespace !== "" ? namespace : undefined,
    name: typeof name === "string" ? name : "",
  };
}

function checkPreconditions(schema: KindSchema, metadata: JsonObject, row: Row): void {
  const { type } = schema;
  const { uid, resourceVersion } = metadata;
  if (typeof uid === "string" && uid !== "" && uid !== row.uid) {
    const detail = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${row.uid}`;
    throw refusal.conflict(type, row, detail);
  }
  if (resourceVersion === undefined || resourceVersion === "") {
    if (schema.isReplacedUnconditionally) return;
    const flaw = invalidField("metadata.resourceVersion", 0, "must be specified for an update");
    throw refusal.invalid(type, row.name, [flaw]);
  }
  if (resourceVersion !== String(row.version)) throw refusal.modified(type, row);
}

function accepted(type: ResourceType, key: ObjectKey, admission: Admission): StoredObject {
  if (admission.object !== undefined) return admission.object;
  throw refusal.invalid(type, key.name, admission.flaws);
}

/** RFC 3339 without fractions, as Kubernetes writes `creationTimestamp`. */
function secondsText(instant: Date): string {
  return `${instant.toISOString().slice(0, 19)}Z`;
}
