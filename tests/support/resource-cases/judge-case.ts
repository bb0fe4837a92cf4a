import type { ResourceDefinition } from "../../../lib/api/resource-definition.ts";
import { apiVersionOf } from "../../../lib/api/resource-type.ts";
import {
  type Admission,
  admitCreate,
  admitReplace,
  admitStatus,
} from "../../../runtime/domain/resource/admit.ts";
import { kindSchemaOf } from "../../../runtime/domain/resource/kind-schema.ts";
import type { StoredObject } from "../../../runtime/domain/resource/stored-object.ts";
import type { KindCases, ResourceCase } from "./resource-case.ts";

/** What a write came to: the fields that were refused, or what was stored. */
export type Judgement = {
  readonly flaws: readonly string[];
  readonly stored?: unknown;
  /** For the message of a failed assertion. */
  readonly details: readonly string[];
};

const BIRTH = { uid: "00000000-0000-4000-8000-000000000000", creationTimestamp: "2026-01-01T00:00:00Z" };

/** Lets the standalone store's admission judge a case. */
export function judgeCase({ definition, minimalSpec }: KindCases, given: ResourceCase): Judgement {
  const schema = kindSchemaOf(definition);
  if (given.status !== undefined) {
    const old = objectOf(create(definition, given, minimalSpec));
    return judgement(admitStatus(schema, { status: given.status }, old), "status");
  }
  if (given.replaces === undefined) return judgement(create(definition, given, given.spec), "spec");
  const old = objectOf(create(definition, given, given.replaces));
  return judgement(admitReplace(schema, { ...old, spec: given.spec }, old), "spec");
}

function create(definition: ResourceDefinition, given: ResourceCase, spec: unknown): Admission {
  const draft = {
    apiVersion: apiVersionOf(definition),
    kind: definition.kind,
    metadata: { name: given.objectName ?? "subject", namespace: "default" },
    spec,
  };
  return admitCreate(kindSchemaOf(definition), draft, BIRTH);
}

function objectOf(admission: Admission): StoredObject {
  if (admission.object !== undefined) return admission.object;
  throw new Error(`the case needs an object that is refused: ${JSON.stringify(admission.flaws)}`);
}

function judgement(admission: Admission, part: "spec" | "status"): Judgement {
  const flaws = admission.flaws ?? [];
  return {
    flaws: flaws.map(({ field }) => field),
    stored: admission.object?.[part],
    details: flaws.map(({ field, message }) => `${field}: ${message}`),
  };
}
