import { z } from "zod";
import { EventRecordType, NamespaceType, SecretType } from "../../../lib/api/core-types.ts";
import { text, whole } from "../../../lib/api/fields.ts";
import { isSameJson } from "./is-same-json.ts";
import type { JsonObject } from "./json-object.ts";
import type { KindSchema } from "./kind-schema.ts";
import { SECRET_KEY_PATTERN, toSecretData } from "./secret-data.ts";

const core = { rules: [], isReplacedUnconditionally: true } as const;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
/** Most bytes of a Secret's data together, as the API server bounds them. */
export const MAX_SECRET_BYTES = 1_048_576;

const secretData = z
  .record(z.string(), z.string().regex(BASE64, "must be base64"))
  .refine((data) => Object.keys(data).every((key) => SECRET_KEY_PATTERN.test(key)), {
    message: "keys must consist of letters, digits, '-', '_' or '.', and have at most 253 characters",
  })
  .refine((data) => decodedBytes(data) <= MAX_SECRET_BYTES, {
    message: `may not be more than ${MAX_SECRET_BYTES} bytes`,
  });

function decodedBytes(data: Readonly<Record<string, string>>): number {
  let bytes = 0;
  for (const value of Object.values(data)) {
    const padding = value.endsWith("==") ? 2 : value.endsWith("=") ? 1 : 0;
    bytes += (value.length / 4) * 3 - padding;
  }
  return bytes;
}

/** core/v1 Secrets: `stringData` becomes `data`, the type is Opaque unless told otherwise. */
export const SecretSchema: KindSchema = {
  ...core,
  type: SecretType,
  fields: z.object({
    type: text(253).default("Opaque"),
    data: secretData.optional(),
    immutable: z.boolean().optional(),
  }),
  rules: [
    {
      path: ["type"],
      cel: "self == oldSelf",
      message: "field is immutable",
      holds: (self: string, oldSelf?: string) => self === oldSelf,
    },
    {
      path: [],
      cel: "!has(oldSelf.immutable) || !oldSelf.immutable || self.data == oldSelf.data && self.immutable",
      message: "data is immutable when `immutable` is set",
      holds: (self: JsonObject, oldSelf?: JsonObject) =>
        oldSelf?.["immutable"] !== true ||
        (self["immutable"] === true && isSameJson(self["data"], oldSelf["data"])),
    },
  ],
  isNamedByLabel: false,
  isSecret: true,
  prepare: toSecretData,
  selectableFields: ["type"],
};

const instantText = text(64);
const involvedObject = z.object({
  apiVersion: text(253).optional(),
  kind: text(253).optional(),
  name: text(253).optional(),
  namespace: text(63).optional(),
  uid: text(128).optional(),
  resourceVersion: text(64).optional(),
  fieldPath: text(1_024).optional(),
});

/** How long an Event is kept after it was last written: an hour, as the API server keeps them. */
const EVENT_LIFE_SECONDS = 3_600;

/** core/v1 Events, as clients record them. */
export const EventRecordSchema: KindSchema = {
  ...core,
  type: EventRecordType,
  fields: z.object({
    involvedObject,
    type: text(64).optional(),
    reason: text(128).optional(),
    message: text(1_024).optional(),
    count: whole(0, 2_147_483_647).optional(),
    firstTimestamp: instantText.optional(),
    lastTimestamp: instantText.optional(),
    eventTime: instantText.optional(),
    action: text(128).optional(),
    source: z.object({ component: text(253).optional(), host: text(253).optional() }).optional(),
    reportingComponent: text(253).optional(),
    reportingInstance: text(253).optional(),
  }),
  isNamedByLabel: false,
  isSecret: false,
  lifeSeconds: EVENT_LIFE_SECONDS,
  selectableFields: [
    ...Object.keys(involvedObject.shape).map((field) => `involvedObject.${field}`),
    "type",
    "reason",
    "source",
  ],
};

/** core/v1 Namespaces. */
export const NamespaceSchema: KindSchema = {
  ...core,
  type: NamespaceType,
  fields: z.object({ status: z.object({ phase: z.enum(["Active", "Terminating"]) }) }),
  isNamedByLabel: true,
  isSecret: false,
  // The phase is the server's own.
  prepare: (_, old) => ({ status: old?.["status"] ?? { phase: "Active" } }),
  selectableFields: ["status.phase"],
};
